/** What a series is at a time: the range of a bin while it lasts, then the value that holds. */
import type { TraceColumns } from '../types.ts';

/** Not a number before the first sample. */
export function rangeAt(columns: TraceColumns, timeS: number): readonly [number, number] {
  const at = columns.indexAt(timeS);
  const held = columns.last[at] ?? NaN;
  if (at < 0 || timeS >= (columns.timeS[at] ?? 0) + (columns.binS ?? 0)) return [held, held];
  return [columns.min[at] ?? held, columns.max[at] ?? held];
}
