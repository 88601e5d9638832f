/** Repetitions as a mean and how sure it is. */
import { deviation, mean } from 'd3-array';

/** Student's t at 97.5 %, by degrees of freedom from 1 on; beyond the list the normal distribution's is near enough. */
const T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];
const NORMAL_975 = 1.96;

export interface Estimated {
  mean: number;
  /** The 95 % interval of the mean; null from one repetition. */
  interval: readonly [low: number, high: number] | null;
}

export function estimate(values: readonly number[]): Estimated {
  const centre = mean(values) ?? NaN;
  const spread = deviation(values);
  if (spread === undefined) return { mean: centre, interval: null };
  const half = ((T_975[values.length - 2] ?? NORMAL_975) * spread) / Math.sqrt(values.length);
  return { mean: centre, interval: [centre - half, centre + half] };
}
