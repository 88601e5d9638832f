/**
 * Converts columns to coordinates for a given number of pixels. All bins in one pixel column are
 * kept as their minimum and maximum. So a window that fell to one packet for an instant is still
 * drawn down to one.
 */
import type { TraceColumns } from '../types.ts';

export interface Outline {
  /** Number of pixel columns with data. */
  count: number;
  x: Float32Array;
  /** Value held on entering the column. */
  enter: Float32Array;
  low: Float32Array;
  high: Float32Array;
  /** Value held on leaving the column. */
  leave: Float32Array;
}

/** An outline without entries, with room for all columns. */
export function emptyOutline(columns: number): Outline {
  const column = (): Float32Array => new Float32Array(columns);
  return { count: 0, x: column(), enter: column(), low: column(), high: column(), leave: column() };
}

/** An outline drawn downwards from zero: the farthest values are the lowest. */
export function downwards({ count, x, enter, low, high, leave }: Outline): Outline {
  const less = (values: Float32Array): Float32Array => values.map((value) => -value);
  return { count, x, enter: less(enter), low: less(high), high: less(low), leave: less(leave) };
}

export function outlineOf(series: TraceColumns, domain: readonly [number, number], width: number): Outline {
  const columns = Math.max(1, Math.ceil(width) + 1);
  const outline = emptyOutline(columns);
  const [fromS, toS] = domain;
  const perSecond = width / (toS - fromS);
  // Read once each: every read of a growing series checks for new chunks.
  const { count, timeS: starts, min, max, last } = series;
  let index = series.indexAt(fromS);
  let held = index < 0 ? NaN : (last[index] ?? NaN);
  index += 1;
  const columnOf = (timeS: number): number => Math.floor((timeS - fromS) * perSecond);
  // What holds at the left edge; where a bin begins in the first column, it enters that.
  if (!Number.isNaN(held) && !(index < count && columnOf(starts[index] ?? Infinity) <= 0))
    put(outline, 0, held, held, held, held);
  while (index < count) {
    const timeS = starts[index] ?? Infinity;
    if (timeS > toS) break;
    const column = columnOf(timeS);
    let low = Infinity;
    let high = -Infinity;
    const enter = held;
    // By the same rounding as above: a column is put once, or the last ones would find no room.
    do {
      const [least = NaN, most = NaN] = [min[index], max[index]];
      if (least < low) low = least;
      if (most > high) high = most;
      held = last[index] ?? held;
      index += 1;
    } while (index < count && columnOf(starts[index] ?? Infinity) === column);
    if (Number.isNaN(enter) && low > high) continue;
    if (low > high) low = high = enter;
    put(outline, column, Number.isNaN(enter) ? low : enter, low, high, held);
  }
  return outline;
}

/** The outline after `sinceS` only: the part that a fork shares with its origin is drawn once. */
export function outlineSince(
  sinceS: number | null | undefined,
  domain: readonly [number, number],
  width: number,
  make: (domain: readonly [number, number], width: number) => Outline,
): Outline {
  if (sinceS == null || sinceS <= domain[0]) return make(domain, width);
  const shift = ((Math.min(sinceS, domain[1]) - domain[0]) / (domain[1] - domain[0])) * width;
  if (shift >= width) return { ...make([sinceS, sinceS + 1], 1), count: 0 };
  const outline = make([sinceS, domain[1]], width - shift);
  for (let at = 0; at < outline.count; at += 1) outline.x[at] = (outline.x[at] ?? 0) + shift;
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
