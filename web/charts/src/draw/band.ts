/** Combines many series: per pixel column the lowest, the highest and the mean of all. */
import type { TraceColumns } from '../types.ts';
import { emptyOutline, outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';

export function bandOf(
  members: readonly TraceColumns[],
  domain: readonly [number, number],
  width: number,
): Outline {
  const columns = Math.max(1, Math.ceil(width) + 1);
  const low = new Float32Array(columns).fill(Infinity);
  const high = new Float32Array(columns).fill(-Infinity);
  const sum = new Float64Array(columns);
  const n = new Uint16Array(columns);
  for (const member of members) {
    const outline = outlineOf(member, domain, width);
    let held = NaN;
    let entry = 0;
    for (let column = 0; column < columns; column += 1) {
      let least = held;
      let most = held;
      while (entry < outline.count && (outline.x[entry] ?? 0) <= column) {
        least = Math.min(Number.isNaN(least) ? Infinity : least, outline.low[entry] ?? Infinity);
        most = Math.max(Number.isNaN(most) ? -Infinity : most, outline.high[entry] ?? -Infinity);
        held = outline.leave[entry] ?? held;
        entry += 1;
      }
      if (Number.isNaN(held)) continue;
      low[column] = Math.min(low[column] ?? Infinity, least);
      high[column] = Math.max(high[column] ?? -Infinity, most);
      sum[column] = (sum[column] ?? 0) + held;
      n[column] = (n[column] ?? 0) + 1;
    }
  }
  const band = emptyOutline(columns);
  for (let column = 0; column < columns; column += 1) {
    const flows = n[column] ?? 0;
    if (flows === 0) continue;
    const mean = (sum[column] ?? 0) / flows;
    band.x[band.count] = column;
    band.enter[band.count] = mean;
    band.low[band.count] = low[column] ?? mean;
    band.high[band.count] = high[column] ?? mean;
    band.leave[band.count] = mean;
    band.count += 1;
  }
  return band;
}
