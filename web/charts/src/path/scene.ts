/** The scene at one instant, from the packet log only: nothing is drawn that was not simulated. */
import { ACCESS_BIT, FATE, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';
import type { SeriesColour } from '../palette.ts';
import type { PathGeometry } from './geometry.ts';
import { pointOn } from './wires.ts';
import type { Wire } from './wires.ts';

/** A flow's style: the colour of its group, and a shade to distinguish its neighbours. */
export interface FlowInk {
  colour: SeriesColour;
  shade: 0 | 1 | 2;
}

/** Maps a flow's index to its style. */
export type FlowInks = (flow: number) => FlowInk;

/** A packet in flight: its tail and its head as shares of the wire. */
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

/** A dropped or lost packet: where, and how long ago, as a share of the fall. */
export interface DropAnimation {
  x: number;
  y: number;
  progress: number;
  ink: FlowInk;
  ack: boolean;
}

export interface QueuedPackets {
  /** The next one to leave comes first. */
  inks: FlowInk[];
  acks: boolean[];
}

export interface Scene {
  dots: Dot[];
  falls: DropAnimation[];
  /** By channel; empty queues have no entry. */
  queues: Map<number, QueuedPackets>;
  /** Recently lost packets, by channel. */
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

/** A loss is counted for this many times the duration of its fall. */
const COUNTED_FALLS = 4;

/** What a sender may know: its own packets in flight; no queue, and no undetected loss. */
export function seenBySender(scene: Scene): Scene {
  return { ...EMPTY_SCENE, dots: scene.dots, underWay: scene.underWay };
}

/** `only`: show only this flow's packets. */
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
    // Most records are of delivered packets: this test skips them quickly.
    if ((fate === FATE.delivered || fate === FATE.marked) && timeS >= arriveS) continue;
    const way = place >= ACCESS_BIT ? geometry.accessOf(place) : (geometry.channels.get(place)?.wire ?? null);
    if (way === null) continue;
    const ink = inkOf(log.flow[index] ?? 0);
    const kind = log.kind[index] ?? 0;
    const ack = kind === PACKET_KIND.ack;
    if (fate === FATE.dropped) {
      const progress = (timeS - enterS) / fallS;
      fallen(scene, geometry.height, place, entrance(geometry, place, way, progress), progress, ink, ack);
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
        fallen(scene, geometry.height, place, pointOn(way, 0.5), (timeS - lostS) / fallS, ink, ack);
        continue;
      }
    }
    const propagationS = Math.max(arriveS - departS, 1e-9);
    scene.dots.push({
      wire: way,
      // The packet is as long as its transmission time, relative to the propagation delay.
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

/** Half of the cross at the end of a fall. */
const FALL_EDGE = 7;

function fallen(
  scene: Scene,
  height: number,
  channel: number,
  from: { x: number; y: number },
  progress: number,
  ink: FlowInk,
  ack: boolean,
): void {
  if (progress > COUNTED_FALLS) return;
  scene.lost.set(channel, (scene.lost.get(channel) ?? 0) + 1);
  if (progress > 1) return;
  // Slow at first, like a falling body; in a low picture not out of it.
  const depth = Math.min(46, height - FALL_EDGE - from.y);
  const y = from.y + depth * (0.15 * progress + 0.85 * progress * progress);
  scene.falls.push({ x: from.x, y, progress, ink, ack });
}

/** How far a packet that a backward queue drops bounces back while it falls: past the count below that queue. */
const BOUNCE = 40;

/** A packet dropped by a full queue falls from the queue's tail, the end away from the exit. */
function entrance(
  geometry: PathGeometry,
  place: number,
  way: Wire,
  progress: number,
): { x: number; y: number } {
  const channel = geometry.channels.get(place);
  if (!channel) return pointOn(way, 0);
  const { queue, exit, hop } = channel;
  const away = hop.direction === 'backward' ? BOUNCE * progress : 0;
  const x = exit === 'right' ? queue.x - away : queue.x + queue.width + away;
  return { x, y: queue.y + queue.height / 2 };
}
