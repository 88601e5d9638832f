/** What is where at one instant, from the packet log alone: nothing is drawn that was not simulated. */
import { CHANNEL_BIT } from '@ackscope/engine';
import type { LaneInfo, PacketLog } from '@ackscope/engine';
import type { SeriesColour } from '../palette.ts';
import type { PathGeometry, Segment } from './geometry.ts';

export interface Dot {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  colour: SeriesColour;
  ack: boolean;
  retransmitted: boolean;
  /** 0 on its way; up to 1 as a lost packet fades. */
  fade: number;
}

export interface QueuedPackets {
  channel: number;
  /** Colours of the waiting packets, the one to leave next first. */
  colours: SeriesColour[];
  acks: boolean[];
}

export interface Scene {
  dots: Dot[];
  queues: QueuedPackets[];
}

export type FlowColour = (flow: number) => SeriesColour;

/** A lost packet is seen falling for this share of the time a packet is on the screen. */
export function sceneAt(
  log: PacketLog,
  timeS: number,
  geometry: PathGeometry,
  colourOf: FlowColour,
  fallS: number,
): Scene {
  const dots: Dot[] = [];
  const waiting = new Map<number, { startS: number; colour: SeriesColour; ack: boolean }[]>();
  for (let index = 0; index < log.place.length; index += 1) {
    const enterS = log.enter_s[index] ?? Infinity;
    if (enterS > timeS) continue;
    const place = log.place[index] ?? 0;
    const fate = log.fate[index] ?? 0;
    const colour = colourOf(log.flow[index] ?? 0);
    const kind = log.kind[index] ?? 0;
    const ack = kind === 1;
    const retransmitted = kind === 2;
    const wire =
      place >= CHANNEL_BIT ? geometry.accessOf(place) : (geometry.channels.get(place)?.wire ?? null);
    if (wire === null) continue;
    if (fate === 1) {
      const fade = (timeS - enterS) / fallS;
      if (fade <= 1) dots.push(falling(entrance(geometry, place, wire), fade, colour, ack, retransmitted));
      continue;
    }
    const startS = log.start_s[index] ?? Infinity;
    const arriveS = log.arrive_s[index] ?? Infinity;
    if (timeS < startS) {
      const list = waiting.get(place) ?? [];
      list.push({ startS, colour, ack });
      waiting.set(place, list);
      continue;
    }
    if (fate === 2) {
      const lostS = ((log.depart_s[index] ?? arriveS) + arriveS) / 2;
      if (timeS >= lostS) {
        const fade = (timeS - lostS) / fallS;
        if (fade <= 1) dots.push(falling(along(wire, 0.5), fade, colour, ack, retransmitted));
        continue;
      }
    }
    if (timeS >= arriveS) continue;
    dots.push(travelling(wire, log, index, timeS, colour, ack, retransmitted));
  }
  const queues: QueuedPackets[] = [];
  for (const [channel, list] of waiting) {
    if (channel >= CHANNEL_BIT) continue;
    list.sort((a, b) => a.startS - b.startS);
    queues.push({ channel, colours: list.map((item) => item.colour), acks: list.map((item) => item.ack) });
  }
  return { dots, queues };
}

/** Head and tail of a packet on a wire: as long as its transmission takes, measured in propagation. */
function travelling(
  wire: Segment,
  log: PacketLog,
  index: number,
  timeS: number,
  colour: SeriesColour,
  ack: boolean,
  retransmitted: boolean,
): Dot {
  const startS = log.start_s[index] ?? 0;
  const departS = log.depart_s[index] ?? 0;
  const propagationS = Math.max((log.arrive_s[index] ?? 0) - departS, 1e-9);
  const head = along(wire, Math.min(1, (timeS - startS) / propagationS));
  const tail = along(wire, Math.max(0, (timeS - departS) / propagationS));
  return { x0: tail.x, y0: tail.y, x1: head.x, y1: head.y, colour, ack, retransmitted, fade: 0 };
}

function along(wire: Segment, share: number): { x: number; y: number } {
  return { x: wire.x0 + (wire.x1 - wire.x0) * share, y: wire.y0 + (wire.y1 - wire.y0) * share };
}

function entrance(geometry: PathGeometry, place: number, wire: Segment): { x: number; y: number } {
  const channel = geometry.channels.get(place);
  if (!channel) return { x: wire.x0, y: wire.y0 };
  // It falls from the tail of the full queue, the end away from the exit.
  return {
    x: channel.exit === 'right' ? channel.queue.x : channel.queue.x + channel.queue.width,
    y: wire.y0,
  };
}

function falling(
  from: { x: number; y: number },
  fade: number,
  colour: SeriesColour,
  ack: boolean,
  retransmitted: boolean,
): Dot {
  const y = from.y + 34 * fade * fade + 6 * fade;
  return { x0: from.x - 3, x1: from.x + 3, y0: y, y1: y, colour, ack, retransmitted, fade };
}

/** The longest time a packet of this lane can spend on its way: so far back a replay must begin to hold all of them. */
export function longestTripS(info: LaneInfo): number {
  const propagationS = info.flows.reduce((most, flow) => Math.max(most, flow.rtt_s), 0.01);
  const queueingS = info.hops.reduce((sum, hop) => {
    const capacity = hop.capacity_packets ?? 0;
    return sum + (hop.rate_bps > 0 ? (capacity * 1500 * 8) / hop.rate_bps : 0);
  }, 0);
  return propagationS / 2 + queueingS;
}
