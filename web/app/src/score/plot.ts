/** Positions of points and names in the plot of throughput over delay. No React. */

import { formatQuantity, plotBox, ticks125, ticksFor } from '@ackscope/charts';
import type { Tick } from '@ackscope/charts';
import { percent } from './scoreTexts.ts';

/** The picture's size in its own units: it is never drawn smaller than its column. */
export const [WIDTH, HEIGHT] = [368, 460];
export const BOX = plotBox(WIDTH, HEIGHT, { left: 62, right: 8, top: 24, bottom: 40 });
/** Upper limits of a letter's width and a line's height, in the smallest font. */
const [LETTER, LINE] = [6.8, 14];

export interface PlotRow {
  id: string;
  name: string;
  share: number;
  delayS: number;
}

export interface PlotPoint extends PlotRow {
  x: number;
  y: number;
  /** The place of its name; null if there is no room. */
  label: { x: number; y: number; anchor: 'start' | 'end' | 'middle'; leader?: string } | null;
}

export interface Plot {
  points: PlotPoint[];
  x: Tick[];
  y: Tick[];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Delay grows to the left on a logarithmic scale, so that the upper right corner is best. */
export function plotOf(rows: readonly PlotRow[]): Plot {
  const delays = rows.map(({ delayS }) => delayS);
  const low = Math.min(...delays, 0.01) / 1.2;
  const high = Math.max(...delays, 0.05) * 1.2;
  const least = Math.max(0, Math.floor(Math.min(...rows.map(({ share }) => share), 0.9) * 10) / 10);
  const x = (delayS: number): number => BOX.width * (1 - Math.log(delayS / low) / Math.log(high / low));
  const y = (share: number): number => (BOX.height * (1 - share)) / (1 - least);
  const places = rows.map((row) => ({ ...row, x: x(row.delayS), y: y(row.share) }));
  const taken: Box[] = places.map((one) => ({
    left: one.x - 8,
    right: one.x + 8,
    top: one.y - 6,
    bottom: one.y + 6,
  }));
  const points = places.map((one): PlotPoint => ({ ...one, label: labelOf(one, taken) }));
  return {
    points,
    x: ticks125(low, high).map((value) => ({
      value,
      position: x(value),
      text: formatQuantity(value, 's'),
    })),
    y: ticksFor([least, 1], [BOX.height, 0], 4).map((tick) => ({ ...tick, text: percent(tick.value, 9) })),
  };
}

/** How far a name may be moved up or down from its point, in lines. */
const MOVES = Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? -at / 2 : (at + 1) / 2));

/** The first free place: beside the point, above or below it, or farther off with a line to it; marks it as taken. */
function labelOf(one: PlotRow & { x: number; y: number }, taken: Box[]): PlotPoint['label'] {
  const width = one.name.length * LETTER;
  const beside = (lines: number, side: 1 | -1, far = 9) => {
    const [x, y] = [one.x + side * far, one.y + 4 + lines * LINE];
    const line = `M${one.x.toFixed(1)} ${one.y.toFixed(1)}L${(x - 2 * side).toFixed(1)} ${(y - 4).toFixed(1)}`;
    return {
      x,
      y,
      anchor: side === 1 ? ('start' as const) : ('end' as const),
      left: side === 1 ? x - 1 : x + 1 - width,
      ...(far === 9 ? {} : { leader: line }),
    };
  };
  const middle = (y: number) => ({ x: one.x, y, anchor: 'middle' as const, left: one.x - width / 2 });
  const away = (place: { x: number; y: number }): number => Math.hypot(place.x - one.x, place.y - one.y);
  const moved = [24, 56, 88]
    .flatMap((far) => MOVES.flatMap((lines) => [beside(lines, 1, far), beside(lines, -1, far)]))
    .toSorted((a, b) => away(a) - away(b));
  const tries = [beside(0, 1), beside(0, -1), middle(one.y - 9), middle(one.y + 19), ...moved];
  for (const { left, ...label } of tries) {
    const box = { left, right: left + width, top: label.y - LINE + 3, bottom: label.y + 3 };
    const inside =
      box.left >= 0 &&
      box.right <= BOX.width + BOX.right &&
      box.top >= -BOX.top &&
      box.bottom <= BOX.height + 4;
    if (!inside || taken.some((other) => meet(box, other))) continue;
    taken.push(box);
    return label;
  }
  return null;
}
