/**
 * From columns to coordinates: what a series looks like in so many pixels. Every bin between two
 * pixel columns is kept as their minimum and maximum, so a window that fell to one packet for a
 * moment is still seen to touch the floor.
 */
import type { TraceColumns } from '../types.ts';

export interface Outline {
  /** Number of pixel columns that hold anything. */
  count: number;
  x: Float32Array;
  /** Value that held on entering the column. */
  enter: Float32Array;
  low: Float32Array;
  high: Float32Array;
  /** Value that held on leaving it. */
  leave: Float32Array;
}

export function outlineOf(series: TraceColumns, domain: readonly [number, number], width: number): Outline {
  const columns = Math.max(1, Math.ceil(width) + 1);
  const outline: Outline = {
    count: 0,
    x: new Float32Array(columns),
    enter: new Float32Array(columns),
    low: new Float32Array(columns),
    high: new Float32Array(columns),
    leave: new Float32Array(columns),
  };
  const [fromS, toS] = domain;
  const perSecond = width / (toS - fromS);
  // Once each: a series that grows looks at every reading whether anything has come.
  const { count, timeS: starts, min, max, last } = series;
  let index = series.indexAt(fromS);
  let held = index < 0 ? NaN : (last[index] ?? NaN);
  index += 1;
  if (!Number.isNaN(held)) put(outline, 0, held, held, held, held);
  while (index < count) {
    const timeS = starts[index] ?? Infinity;
    if (timeS > toS) break;
    const column = Math.floor((timeS - fromS) * perSecond);
    const end = fromS + (column + 1) / perSecond;
    let low = Infinity;
    let high = -Infinity;
    const enter = held;
    while (index < count && (starts[index] ?? Infinity) < end) {
      low = Math.min(low, min[index] ?? Infinity);
      high = Math.max(high, max[index] ?? -Infinity);
      held = last[index] ?? held;
      index += 1;
    }
    // A column so thin that rounding put the bin outside it must not hang the loop.
    if (low === Infinity) {
      held = last[index] ?? held;
      low = min[index] ?? held;
      high = max[index] ?? held;
      index += 1;
    }
    put(outline, column, Number.isNaN(enter) ? held : enter, low, high, held);
  }
  return outline;
}

function put(outline: Outline, x: number, enter: number, low: number, high: number, leave: number): void {
  const at = outline.count;
  if (at >= outline.x.length) return;
  outline.x[at] = x;
  outline.enter[at] = enter;
  outline.low[at] = low;
  outline.high[at] = high;
  outline.leave[at] = leave;
  outline.count = at + 1;
}
