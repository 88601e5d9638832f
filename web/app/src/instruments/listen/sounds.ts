/** The sounds of a lane while the clock moves, computed from the trace without any audio. */
import { ACCESS_BIT, ACCESS_LINK, MARK_KIND, PACKET_KIND } from '@ackscope/engine';
import type { LaneView } from '../../laneData/laneData.ts';

export interface Sounds {
  /** Times of ticks, as shares of the interval from 0 to 1. */
  ticks: readonly number[];
  /** Losses that the sender detects, as shares. */
  thuds: readonly { share: number; isTimeout: boolean }[];
  /** How full the queue is at the end, 0 to 1; null if unknown. */
  fill: number | null;
}

/** More ticks per second would sound like a tone. */
const MAX_TICKS_PER_S = 24;

/** How many ACKs a tick stands for at a speed, in steps of 1, 2, 5, so that ticks stay separate. */
export function acksPerTick(acksPerS: number, speed: number): number {
  const wanted = (acksPerS * speed) / MAX_TICKS_PER_S;
  if (!(wanted > 1)) return 1;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  const digit = wanted / decade;
  return decade * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/** Acknowledged segments per second, around a time. */
export function ackRate(lane: LaneView, timeS: number): number {
  const acked = lane.data.recorded('acked')[0];
  const spanS = Math.max(20 * lane.data.rttS, 1e-3);
  const fromS = Math.max(0, timeS - spanS);
  const more = acked === undefined ? NaN : acked.at(timeS) - (acked.at(fromS) || 0);
  return more > 0 && timeS > fromS ? more / (timeS - fromS) : 0;
}

/** The sounds of an interval of simulated time; one tick for `perTick` ACKs. */
export function soundsBetween(lane: LaneView, fromS: number, toS: number, perTick: number): Sounds {
  const { data, recordedMarks: marks } = lane;
  const share = (timeS: number): number => (timeS - fromS) / (toS - fromS);
  const thuds: { share: number; isTimeout: boolean }[] = [];
  for (let at = 0; at < marks.count; at += 1) {
    const timeS = marks.timeS[at] ?? 0;
    if (timeS > fromS && timeS <= toS)
      thuds.push({ share: share(timeS), isTimeout: marks.kind[at] === MARK_KIND.timeout });
  }
  const queue = data.series('queue')[0]?.at(toS) ?? NaN;
  const capacity = data.capacityPackets;
  const fill =
    Number.isFinite(queue) && capacity !== null && capacity > 0 ? Math.min(1, queue / capacity) : null;
  return {
    ticks:
      perTick === 1
        ? (arrivals(lane, fromS, toS) ?? counted(lane, fromS, toS, 1))
        : counted(lane, fromS, toS, perTick),
    thuds,
    fill,
  };
}

/** When ACKs arrive at the sender, if every packet is known: bursts can then be heard. */
function arrivals({ data }: LaneView, fromS: number, toS: number): number[] | null {
  const log = data.packets;
  if (log === null || log.from_s > fromS || log.to_s < toS) return null;
  const place = ACCESS_BIT + 4 * data.flow + ACCESS_LINK.sourceIn;
  const found: number[] = [];
  for (let at = 0; at < log.place.length; at += 1) {
    if (log.place[at] !== place || log.kind[at] !== PACKET_KIND.ack) continue;
    const timeS = log.arrive_s[at] ?? 0;
    if (timeS > fromS && timeS <= toS) found.push((timeS - fromS) / (toS - fromS));
  }
  return found.sort((a, b) => a - b);
}

/** One tick whenever the count of acknowledged segments passes a multiple of `perTick`. */
function counted({ data }: LaneView, fromS: number, toS: number, perTick: number): number[] {
  const acked = data.recorded('acked')[0];
  if (acked === undefined) return [];
  const count = (timeS: number): number => Math.floor((acked.at(timeS) || 0) / perTick);
  // A restarted connection counts from zero.
  const more = Math.min(MAX_TICKS_PER_S, Math.max(0, count(toS) - count(fromS)));
  return Array.from({ length: more }, (_, nth) => (nth + 0.5) / more);
}
