/**
 * Time is horizontal, place is vertical: the sender at the top, the bottleneck's queue in the
 * middle, the receiver at the bottom. A segment's line falls, an ACK's line rises. A waiting
 * segment moves through the queue slowly; at a full queue the line ends.
 */
import { ACCESS_BIT, ACCESS_LINK, FATE, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';
import { blankPath } from './blankPath.ts';
import type { LaneWay } from '../types.ts';
import type { PacketInks } from './timeSequence.ts';
import { stroke } from './stroke.ts';

/** Top and bottom edge of the queue, as shares of the height. */
const QUEUE = [0.3, 0.58] as const;
const CROSS_PX = 4.5;

interface Box {
  width: number;
  height: number;
}

/** Where a record's line begins and ends, as shares of the height; null: not on this path. */
type Stretch = readonly [from: number, to: number];

/** The place of a segment: access link, hops before the bottleneck, its queue, links behind it. */
function stretchOf({ channels, bottleneck }: LaneWay, place: number, link: number | null): Stretch | null {
  const at = channels.indexOf(bottleneck);
  const before = at + 1;
  const behind = channels.length - at + 1;
  if (link === ACCESS_LINK.sourceOut) return [0, QUEUE[0] / before];
  if (link === ACCESS_LINK.receiverIn) return [1 - (1 - QUEUE[1]) / behind, 1];
  const hop = link === null ? channels.indexOf(place) : -1;
  if (hop < 0) return null;
  if (hop < at) return [(QUEUE[0] * (hop + 1)) / before, (QUEUE[0] * (hop + 2)) / before];
  const step = (1 - QUEUE[1]) / behind;
  return hop === at
    ? [QUEUE[1], QUEUE[1] + step]
    : [QUEUE[1] + (hop - at) * step, QUEUE[1] + (hop - at + 1) * step];
}

/** The place of an ACK: the same links in the other direction, evenly spread. */
function returnOf({ channels }: LaneWay, place: number, link: number | null): Stretch | null {
  const steps = channels.length + 2;
  if (link === ACCESS_LINK.receiverOut) return [1, 1 - 1 / steps];
  if (link === ACCESS_LINK.sourceIn) return [1 / steps, 0];
  // A hop's two channels have neighbouring numbers, which differ in the last bit.
  const hop = link === null ? channels.indexOf(place ^ 1) : -1;
  return hop < 0 ? null : [(hop + 2) / steps, (hop + 1) / steps];
}

/** A packet on one link, as lines over time and place; its cross, if it ends there. */
export interface LadderStroke {
  lines: readonly (readonly [aS: number, a: number, bS: number, b: number])[];
  cross: readonly [timeS: number, share: number] | null;
}

/** Null for a record that is not on this path. */
export function ladderStroke(log: PacketLog, at: number, way: LaneWay): LadderStroke | null {
  const [enterS, startS, arriveS] = [log.enter_s[at] ?? 0, log.start_s[at] ?? 0, log.arrive_s[at] ?? 0];
  const fate = log.fate[at] ?? 0;
  const place = log.place[at] ?? 0;
  const link = place >= ACCESS_BIT ? (place - ACCESS_BIT) & 3 : null;
  if (log.kind[at] === PACKET_KIND.ack) {
    const back = returnOf(way, place, link);
    if (back === null) return null;
    if (fate === FATE.dropped) return { lines: [], cross: [enterS, back[0]] };
    return { lines: [[enterS, back[0], arriveS, back[1]]], cross: null };
  }
  const stretch = stretchOf(way, place, link);
  if (stretch === null) return null;
  const isQueue = place === way.bottleneck;
  if (fate === FATE.dropped) return { lines: [], cross: [enterS, isQueue ? QUEUE[0] : stretch[0]] };
  const wait = isQueue ? [[enterS, QUEUE[0], startS, QUEUE[1]] as const] : [];
  if (fate !== FATE.lost)
    return { lines: [...wait, [isQueue ? startS : enterS, stretch[0], arriveS, stretch[1]]], cross: null };
  const [middleS, middle] = [(startS + arriveS) / 2, (stretch[0] + stretch[1]) / 2];
  return { lines: [...wait, [startS, stretch[0], middleS, middle]], cross: [middleS, middle] };
}

export { QUEUE as LADDER_QUEUE };

type LadderInks = Omit<PacketInks, 'marked' | 'text'> & { line: string };

/** Every packet of a flow, without names of places. */
export function paintPackets(
  context: CanvasRenderingContext2D,
  log: PacketLog,
  flow: number,
  way: LaneWay,
  { width, height }: Box,
  [fromS, toS]: readonly [number, number],
  inks: LadderInks,
): void {
  const perSecond = width / (toS - fromS);
  const x = (timeS: number): number => Math.min(width + 20, Math.max(-20, (timeS - fromS) * perSecond));
  const y = levelIn(height);
  const segments = blankPath(context);
  const resent = blankPath(context);
  const acks = blankPath(context);
  const lost = blankPath(context);
  const crosses = blankPath(context);
  // Lines are cut off just outside the range and keep their slope: a range may be shorter than a
  // link.
  const [leastS, mostS] = [fromS - 20 / perSecond, toS + 20 / perSecond];
  const line = (path: Path2D, aS: number, a: number, bS: number, b: number): void => {
    if (bS < leastS || aS > mostS) return;
    const placeAt = (timeS: number): number => (bS > aS ? a + ((timeS - aS) / (bS - aS)) * (b - a) : b);
    const [beginS, endS] = [Math.max(aS, leastS), Math.min(bS, mostS)];
    path.moveTo(x(beginS), y(beginS === aS ? a : placeAt(beginS)));
    path.lineTo(x(endS), y(endS === bS ? b : placeAt(endS)));
  };
  const cross = (timeS: number, share: number): void => {
    const [cx, cy] = [x(timeS), y(share)];
    crosses.moveTo(cx - CROSS_PX, cy - CROSS_PX);
    crosses.lineTo(cx + CROSS_PX, cy + CROSS_PX);
    crosses.moveTo(cx - CROSS_PX, cy + CROSS_PX);
    crosses.lineTo(cx + CROSS_PX, cy - CROSS_PX);
  };
  /** When a lost segment entered its last link, by sequence number: its path is highlighted. */
  const doomed = new Map<number, number>();
  for (let at = 0; at < log.flow.length; at += 1) {
    const fate = log.fate[at] ?? 0;
    if (
      log.flow[at] === flow &&
      (fate === FATE.dropped || fate === FATE.lost) &&
      log.kind[at] !== PACKET_KIND.ack
    )
      doomed.set(log.sequence[at] ?? -1, log.enter_s[at] ?? 0);
  }
  for (let at = 0; at < log.flow.length; at += 1) {
    if (log.flow[at] !== flow) continue;
    const [enterS, fate, kind] = [log.enter_s[at] ?? 0, log.fate[at] ?? 0, log.kind[at] ?? 0];
    if (enterS > toS || (fate !== FATE.dropped && (log.arrive_s[at] ?? 0) < fromS)) continue;
    const drawn = ladderStroke(log, at, way);
    if (drawn === null) continue;
    const endS = doomed.get(log.sequence[at] ?? -1);
    const isDoomed = endS !== undefined && enterS <= endS;
    const path =
      kind === PACKET_KIND.ack
        ? acks
        : isDoomed
          ? lost
          : kind === PACKET_KIND.retransmission
            ? resent
            : segments;
    for (const [aS, a, bS, b] of drawn.lines) line(path, aS, a, bS, b);
    if (drawn.cross !== null) cross(...drawn.cross);
  }
  context.setLineDash([]);
  const levels = blankPath(context);
  for (const share of [0, ...QUEUE, 1]) line(levels, fromS, share, toS, share);
  stroke(context, levels, inks.line, 1, 1);
  stroke(context, acks, inks.ack, 0.75, 0.6);
  stroke(context, segments, inks.segment, 1, 0.6);
  stroke(context, resent, inks.resent, 2, 1);
  stroke(context, lost, inks.lost, 2, 1);
  stroke(context, crosses, inks.lost, 2, 1);
}

/** Keeps the lines of the levels one pixel inside. */
const levelIn =
  (height: number) =>
  (share: number): number =>
    1 + share * (height - 2);

export function paintLadder(
  context: CanvasRenderingContext2D,
  log: PacketLog,
  flow: number,
  way: LaneWay,
  box: Box,
  range: readonly [number, number],
  inks: Omit<PacketInks, 'marked'> & { line: string; halo: string },
): void {
  paintPackets(context, log, flow, way, box, range, inks);
  const y = levelIn(box.height);
  for (const [name, share] of [
    ['sender', 0],
    ['queue', QUEUE[0]],
    ['receiver', 1],
  ] as const)
    label(context, name, y(share) + (share === 1 ? -10 : 10), inks);
}

/** A label at the left edge, readable over lines. */
function label(
  context: CanvasRenderingContext2D,
  text: string,
  y: number,
  { halo, text: ink }: { halo: string; text: string },
): void {
  context.font = '600 12px system-ui, sans-serif';
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = halo;
  context.globalAlpha = 0.85;
  context.fillRect(0, y - 8, 8.2 * text.length + 6, 16);
  context.globalAlpha = 1;
  context.fillStyle = ink;
  context.fillText(text, 4, y);
}
