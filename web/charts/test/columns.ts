import type { TraceColumns } from '../src/types.ts';

/** Columns from samples `[time, value]`: each sample is its own bin. */
export function columnsOf(samples: readonly (readonly [number, number])[]): TraceColumns {
  const timeS = Float64Array.from(samples, ([at]) => at);
  const values = Float32Array.from(samples, ([, value]) => value);
  const indexAt = (moment: number): number => timeS.findLastIndex((at) => at <= moment);
  return {
    info: { series: 'cwnd', estimator: null },
    count: samples.length,
    revision: 1,
    timeS,
    min: values,
    max: values,
    last: values,
    peak: Math.max(...values),
    indexAt,
    at: (moment) => values[indexAt(moment)] ?? NaN,
  };
}
