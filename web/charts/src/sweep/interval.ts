/** Repetitions as a mean with its confidence interval. */
import { deviation, mean } from 'd3-array';
// The engine's own quantiles: a figure and a sweep then give the same interval for the same runs.
import T_975 from '../generated/student-t.json' with { type: 'json' };

export interface Estimated {
  mean: number;
  /** The 95 % interval of the mean; null for one repetition. */
  interval: readonly [low: number, high: number] | null;
}

export function estimate(values: readonly number[]): Estimated {
  const centre = mean(values) ?? NaN;
  const spread = deviation(values);
  if (spread === undefined) return { mean: centre, interval: null };
  const quantile = T_975[Math.min(values.length - 2, T_975.length - 1)] ?? NaN;
  const half = (quantile * spread) / Math.sqrt(values.length);
  return { mean: centre, interval: [centre - half, centre + half] };
}
