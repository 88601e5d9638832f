/** Positions of points and names in the plot of throughput over delay. No React. */

import { formatQuantity, plotBox, ticks125, ticksFor } from '@ackscope/charts';
import type { Tick } from '@ackscope/charts';
import { percent } from './scoreTexts.ts';

/** The picture's size in its own units: it is never drawn smaller than its column. */
export const [WIDTH, HEIGHT] = [320, 400];
export const BOX = plotBox(WIDTH, HEIGHT, { left: 44, right: 8, top: 12, bottom: 40 });
/** Upper limits of a letter's width and a line's height, in the smallest font. */
const [LETTER, LINE] = [7.2, 14];

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
  label: { x: number; y: number; anchor: 'start' | 'end' | 'middle' } | null;
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
    left: one.x - 6,
    right: one.x + 6,
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

/** The first free place beside, above or below the point; marks it as taken. */
function labelOf(one: PlotRow & { x: number; y: number }, taken: Box[]): PlotPoint['label'] {
  const width = one.name.length * LETTER;
  const tries = [
    { x: one.x + 9, y: one.y + 4, anchor: 'start' as const, left: one.x + 8 },
    { x: one.x - 9, y: one.y + 4, anchor: 'end' as const, left: one.x - 8 - width },
    { x: one.x, y: one.y - 9, anchor: 'middle' as const, left: one.x - width / 2 },
    { x: one.x, y: one.y + 19, anchor: 'middle' as const, left: one.x - width / 2 },
  ];
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
