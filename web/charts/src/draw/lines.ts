/**
 * Where the pen goes for an outline. Nothing is drawn that does not hold: between two columns with data the value of the
 * first one holds, as it does after the last one up to `reach`. A value that is not a number lifts the pen.
 */
import type { Outline } from './outline.ts';

/** What takes the lines: a path of the browser, of a picture, or a list in a test. */
export interface Pen {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

type Height = (value: number) => number;

const isUnknown = (value: number): boolean => value !== value;

/** A pen that takes values and is lifted where there is none. */
function over(pen: Pen, y: Height): (x: number, value: number) => void {
  let isDown = false;
  return (x, value) => {
    if (isUnknown(value)) isDown = false;
    else if (isDown) pen.lineTo(x, y(value));
    else {
      pen.moveTo(x, y(value));
      isDown = true;
    }
  };
}

const middle = (outline: Outline, at: number): number => (outline.x[at] ?? 0) + 0.5;

/**
 * The number of columns that begin before `reach`. A receiver computes a segment as soon as its arrival is known, so a
 * bin may lie a moment after what is simulated.
 */
export function reached(outline: Outline, reach: number): number {
  let count = outline.count;
  while (count > 0 && (outline.x[count - 1] ?? 0) > reach) count -= 1;
  return count;
}

/** How far the last value is drawn. */
export const endOf = (outline: Outline, reach: number): number =>
  Math.max(reach, middle(outline, reached(outline, reach) - 1));

/** A step function with the full range of each pixel column, from held to last value. */
export function envelopeLine(pen: Pen, outline: Outline, reach: number, y: Height): void {
  const count = reached(outline, reach);
  const to = over(pen, y);
  for (let at = 0; at < count; at += 1) {
    const x = middle(outline, at);
    to(x, outline.enter[at] ?? NaN);
    to(x, outline.high[at] ?? NaN);
    to(x, outline.low[at] ?? NaN);
    to(x, outline.leave[at] ?? NaN);
  }
  to(endOf(outline, reach), outline.leave[count - 1] ?? NaN);
}

/** Only the last value of each column: for thresholds, where changes within a column are noise. */
export function stepLine(pen: Pen, outline: Outline, reach: number, y: Height): void {
  const count = reached(outline, reach);
  const to = over(pen, y);
  for (let at = 0; at < count; at += 1) {
    if (at > 0) to(middle(outline, at), outline.enter[at] ?? NaN);
    to(middle(outline, at), outline.leave[at] ?? NaN);
  }
  to(endOf(outline, reach), outline.leave[count - 1] ?? NaN);
}

/** One edge of the values. Between neighbouring columns it runs straight from top to top. */
export function edgeLine(pen: Pen, outline: Outline, edge: Float32Array, reach: number, y: Height): void {
  const count = reached(outline, reach);
  const to = over(pen, y);
  const hold = (at: number, untilX: number): void => {
    to(middle(outline, at), outline.leave[at] ?? NaN);
    to(untilX, outline.leave[at] ?? NaN);
  };
  for (let at = 0; at < count; at += 1) {
    const x = middle(outline, at);
    if (at > 0 && x - middle(outline, at - 1) > 1.5) hold(at - 1, x);
    to(x, edge[at] ?? NaN);
  }
  hold(count - 1, endOf(outline, reach));
}

/** Along the highest values and back along the lowest. */
export function bandLine(pen: Pen, outline: Outline, reach: number, y: Height): void {
  const count = reached(outline, reach);
  const to = over(pen, y);
  for (let at = 0; at < count; at += 1) to(middle(outline, at), outline.high[at] ?? NaN);
  for (let at = count - 1; at >= 0; at -= 1) to(middle(outline, at), outline.low[at] ?? NaN);
}

/** The means of a band. */
export function meanLine(pen: Pen, outline: Outline, reach: number, y: Height): void {
  const count = reached(outline, reach);
  const to = over(pen, y);
  for (let at = 0; at < count; at += 1) to(middle(outline, at), outline.leave[at] ?? NaN);
}

/**
 * The envelope as bars: one for the range of each column, and one for the value held until the next, so that the bars of
 * neighbours touch. A stroke that goes up and down in every column takes ten times as long on a screen.
 */
export function barsOf(
  outline: Outline,
  reach: number,
  y: Height,
  bar: (x: number, top: number, untilX: number, bottom: number) => void,
): void {
  const count = reached(outline, reach);
  for (let at = 0; at < count; at += 1) {
    const x = middle(outline, at);
    const values = [outline.enter[at] ?? NaN, outline.low[at] ?? NaN, outline.high[at] ?? NaN];
    const ys = values.filter((value) => !isUnknown(value)).map(y);
    if (ys.length > 0) bar(x, Math.min(...ys), x, Math.max(...ys));
    const next = at + 1 < count ? middle(outline, at + 1) : endOf(outline, reach);
    const held = outline.leave[at] ?? NaN;
    if (next - x > 1 && !isUnknown(held)) bar(x, y(held), next, y(held));
  }
}
