/** Where a story's lines and labels stand on the screen. */
import { ladderStroke } from '@ackscope/charts';
import type { LaneWay } from '@ackscope/charts';
import { placeNear } from '../notes/place.ts';
import type { Box, Ink } from '../notes/place.ts';
import type { Step, Story, Thick } from './types.ts';

/** Beside the first and the last step there is room for their labels. */
const ROOM = { wide: [250, 210], narrow: [20, 20] } as const;

/** The time range of a story in a plot of this width. */
export function rangeOf(
  { fromS, toS }: Pick<Story, 'fromS' | 'toS'>,
  width: number,
  isNarrow: boolean,
): [number, number] {
  const [left, right] = ROOM[isNarrow ? 'narrow' : 'wide'];
  const perPixel = Math.max(toS - fromS, 1e-4) / Math.max(50, width - left - right);
  return [fromS - left * perPixel, toS + right * perPixel];
}

export interface Point {
  x: number;
  y: number;
}

export interface Frame {
  width: number;
  height: number;
  range: readonly [number, number];
}

const xOf = ({ width, range: [fromS, toS] }: Frame, timeS: number): number =>
  ((timeS - fromS) / (toS - fromS)) * width;
const yOf = ({ height }: Frame, share: number): number => 1 + share * (height - 2);

/** A thick packet as lines and crosses, in pixels. */
export function linesOf(
  { log }: Pick<Story, 'log'>,
  { records }: Thick,
  way: LaneWay,
  frame: Frame,
): { lines: (readonly [Point, Point])[]; cross: Point | null } {
  const lines: (readonly [Point, Point])[] = [];
  let cross: Point | null = null;
  for (const record of records) {
    const drawn = ladderStroke(log, record, way);
    if (drawn === null) continue;
    for (const [aS, a, bS, b] of drawn.lines)
      lines.push([
        { x: xOf(frame, aS), y: yOf(frame, a) },
        { x: xOf(frame, bS), y: yOf(frame, b) },
      ]);
    if (drawn.cross !== null) cross = { x: xOf(frame, drawn.cross[0]), y: yOf(frame, drawn.cross[1]) };
  }
  return { lines, cross };
}

export function pointOf(
  { log }: Pick<Story, 'log'>,
  { at, timeS, toS }: Step,
  way: LaneWay,
  frame: Frame,
): Point {
  if (typeof at === 'string') return { x: xOf(frame, toS ?? timeS), y: yOf(frame, at === 'sender' ? 0 : 1) };
  const drawn = ladderStroke(log, at.record, way);
  const share = drawn?.cross?.[1] ?? drawn?.lines[0]?.[1] ?? 0.5;
  return { x: xOf(frame, drawn?.cross?.[0] ?? timeS), y: yOf(frame, share) };
}

/** What the thick lines cover, column by column. */
function inksOf(lines: readonly (readonly [Point, Point])[]): Ink[] {
  const inks: Ink[] = [];
  for (const [a, b] of lines) {
    const steps = Math.max(1, Math.ceil(Math.abs(b.x - a.x) / 4));
    for (let at = 0; at < steps; at += 1) {
      const [one, two] = [at, at + 1].map((step) => a.y + ((b.y - a.y) * step) / steps);
      inks.push({
        x: a.x + ((b.x - a.x) * (at + 0.5)) / steps,
        top: Math.min(one ?? 0, two ?? 0),
        bottom: Math.max(one ?? 0, two ?? 0),
      });
    }
  }
  return inks;
}

/** How far from its point a label may stand. */
const REACH = { x: 280, y: 150 };

/** The places of the labels, none over a thick line or another label; null where there is no room. */
export function placeLabels(
  points: readonly Point[],
  sizes: readonly { width: number; height: number }[],
  lines: readonly (readonly [Point, Point])[],
  frame: Frame,
): (Box | null)[] {
  const inks = inksOf(lines);
  const taken: Box[] = points.map(({ x, y }) => ({ left: x - 6, top: y - 6, width: 12, height: 12 }));
  return points.map((point, at) => {
    const size = sizes[at];
    if (size === undefined) return null;
    const left = Math.max(4, point.x - REACH.x);
    const top = Math.max(4, point.y - REACH.y);
    const room = {
      left,
      top,
      width: Math.min(frame.width - 4, point.x + REACH.x) - left,
      height: Math.min(frame.height - 4, point.y + REACH.y) - top,
    };
    // Of two steps at one point the first stands before it, the second after it.
    const isTwin = (other: Point): boolean => Math.abs(other.x - point.x) < 8 && other.y === point.y;
    const [isFirst, isSecond] = [points.slice(at + 1).some(isTwin), points.slice(0, at).some(isTwin)];
    const before = { ...room, width: Math.min(room.width, point.x - room.left) };
    const after = { ...room, left: point.x, width: room.left + room.width - point.x };
    const wanted = isFirst ? before : isSecond ? after : room;
    const box = placeNear(point, size, wanted, inks, taken) ?? placeNear(point, size, room, inks, taken);
    if (box !== null) taken.push(box);
    return box;
  });
}
