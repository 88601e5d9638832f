/** Derived series on an even time grid: while no packet is delivered, a counter has no sample. */
import type { TraceColumns } from '../types.ts';

/** Columns from values at evenly spaced times. */
export function gridColumns(
  series: string,
  fromS: number,
  stepS: number,
  values: Float32Array,
  revision: number,
): TraceColumns {
  const timeS = Float64Array.from(values, (_, at) => fromS + at * stepS);
  let peak = -Infinity;
  for (const value of values) if (value > peak && value < Infinity) peak = value;
  const indexAt = (momentS: number): number =>
    momentS < fromS ? -1 : Math.min(values.length - 1, Math.floor((momentS - fromS) / stepS + 1e-9));
  return {
    info: { series, estimator: null },
    count: values.length,
    revision,
    timeS,
    min: values,
    max: values,
    last: values,
    peak,
    indexAt,
    at: (momentS) => values[indexAt(momentS)] ?? NaN,
  };
}

/** Caches what was derived from columns until they grow. */
export function memoized<K extends object>(
  make: (key: K, ...rest: readonly number[]) => TraceColumns,
): (key: K, revision: number, ...rest: readonly number[]) => TraceColumns {
  const known = new WeakMap<K, { sign: string; columns: TraceColumns }>();
  return (key, revision, ...rest) => {
    const sign = `${revision}/${rest.join('/')}`;
    const before = known.get(key);
    if (before?.sign === sign) return before.columns;
    const columns = make(key, ...rest);
    known.set(key, { sign, columns });
    return columns;
  };
}
