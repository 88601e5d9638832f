/** The scene at one instant, from the packet log alone: nothing unsimulated is drawn. */
import { ACCESS_BIT, FATE, PACKET_KIND } from '@ackscope/engine';
import type { LaneInfo, PacketLog } from '@ackscope/engine';
import type { SeriesColour } from '../palette.ts';
import type { PathGeometry } from './geometry.ts';
import { pointOn } from './wires.ts';
import type { Wire } from './wires.ts';

/** A flow's look: the colour of its group, and a shade that tells it from its neighbours. */
export interface FlowInk {
  colour: SeriesColour;
  shade: 0 | 1 | 2;
}

/** By a flow's index. */
export type FlowInks = (flow: number) => FlowInk;

/** A packet under way: its tail and its head as shares of the wire. */
export interface Dot {
  wire: Wire;
  tail: number;
  head: number;
  ink: FlowInk;
  ack: boolean;
  retransmitted: boolean;
  /** A queue on its way has marked it. */
  marked: boolean;
}

/** A packet that did not make it: where it fell and how long ago, from 0 to 1. */
export interface Fall {
  x: number;
  y: number;
  progress: number;
  ink: FlowInk;
  ack: boolean;
}

export interface QueuedPackets {
  /** The one to leave next first. */
  inks: FlowInk[];
  acks: boolean[];
}

export interface Scene {
  dots: Dot[];
  falls: Fall[];
  /** By channel; one that holds nothing is left out. */
  queues: Map<number, QueuedPackets>;
  /** Packets lost within the time that a fall is remembered, by channel. */
  lost: Map<number, number>;
  /** Packets on each channel's wire. */
  underWay: Map<number, number>;
}

export const EMPTY_SCENE: Scene = {
  dots: [],
  falls: [],
  queues: new Map(),
  lost: new Map(),
  underWay: new Map(),
};

/** A loss is shown in numbers for this many times as long as it is seen to fall. */
const COUNTED_FALLS = 4;

/** What a sender may know: where its own packets are, no queue, and no loss before it hears of it. */
export function seenBySender(scene: Scene): Scene {
  return { ...EMPTY_SCENE, dots: scene.dots, underWay: scene.underWay };
}

/** `only`: nothing but the packets of this flow. */
export function sceneAt(
  log: PacketLog,
  timeS: number,
  geometry: PathGeometry,
  inkOf: FlowInks,
  fallS: number,
  only: number | null = null,
): Scene {
  const scene: Scene = {
    dots: [],
    falls: [],
    queues: new Map(),
    lost: new Map(),
    underWay: new Map(),
  };
  const waiting = new Map<number, { startS: number; ink: FlowInk; ack: boolean }[]>();
  for (let index = 0; index < log.place.length; index += 1) {
    const enterS = log.enter_s[index] ?? Infinity;
    if (enterS > timeS || (only !== null && log.flow[index] !== only)) continue;
    const place = log.place[index] ?? 0;
    const fate = log.fate[index] ?? 0;
    const arriveS = log.arrive_s[index] ?? Infinity;
    // Most records are of packets that have passed: two comparisons find them.
    if ((fate === FATE.delivered || fate === FATE.marked) && timeS >= arriveS) continue;
    const way = place >= ACCESS_BIT ? geometry.accessOf(place) : (geometry.channels.get(place)?.wire ?? null);
    if (way === null) continue;
    const ink = inkOf(log.flow[index] ?? 0);
    const kind = log.kind[index] ?? 0;
    const ack = kind === PACKET_KIND.ack;
    if (fate === FATE.dropped) {
      fallen(scene, place, entrance(geometry, place, way), (timeS - enterS) / fallS, ink, ack);
      continue;
    }
    const startS = log.start_s[index] ?? Infinity;
    if (timeS < startS) {
      const list = waiting.get(place) ?? [];
      list.push({ startS, ink, ack });
      waiting.set(place, list);
      continue;
    }
    const departS = log.depart_s[index] ?? 0;
    if (fate === FATE.lost) {
      const lostS = (departS + arriveS) / 2;
      if (timeS >= lostS) {
        fallen(scene, place, pointOn(way, 0.5), (timeS - lostS) / fallS, ink, ack);
        continue;
      }
    }
    const propagationS = Math.max(arriveS - departS, 1e-9);
    scene.dots.push({
      wire: way,
      // As long as its transmission takes, measured in propagation.
      head: Math.min(1, (timeS - startS) / propagationS),
      tail: Math.max(0, (timeS - departS) / propagationS),
      ink,
      ack,
      retransmitted: kind === PACKET_KIND.retransmission,
      marked: fate === FATE.marked,
    });
    if (place < ACCESS_BIT) scene.underWay.set(place, (scene.underWay.get(place) ?? 0) + 1);
  }
  for (const [channel, list] of waiting) {
    if (channel >= ACCESS_BIT) continue;
    list.sort((a, b) => a.startS - b.startS);
    scene.queues.set(channel, { inks: list.map((item) => item.ink), acks: list.map((item) => item.ack) });
  }
  return scene;
}

function fallen(
  scene: Scene,
  channel: number,
  from: { x: number; y: number },
  progress: number,
  ink: FlowInk,
  ack: boolean,
): void {
  if (progress > COUNTED_FALLS) return;
  scene.lost.set(channel, (scene.lost.get(channel) ?? 0) + 1);
  if (progress > 1) return;
  // Slowly at first, as things fall.
  scene.falls.push({ x: from.x, y: from.y + 6 * progress + 40 * progress * progress, progress, ink, ack });
}

/** A packet that finds the queue full falls from its tail, the end away from the exit. */
function entrance(geometry: PathGeometry, place: number, way: Wire): { x: number; y: number } {
  const channel = geometry.channels.get(place);
  if (!channel) return pointOn(way, 0);
  const { queue, exit } = channel;
  return { x: exit === 'right' ? queue.x : queue.x + queue.width, y: queue.y + queue.height / 2 };
}

/** The longest time a packet of this lane is under way: a replay starts that much earlier. */
export function longestTripS(info: LaneInfo): number {
  const propagationS = info.flows.reduce((most, flow) => Math.max(most, flow.rtt_s), 0.01);
  const queueingS = info.hops.reduce((sum, hop) => {
    const capacity = hop.capacity_packets ?? 0;
    return sum + (hop.rate_bps > 0 ? (capacity * 1500 * 8) / hop.rate_bps : 0);
  }, 0);
  return propagationS / 2 + queueingS;
}
