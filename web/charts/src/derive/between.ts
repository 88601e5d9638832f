/** Statistics of a series between two times. A value holds until the next bin. */
import type { TraceColumns } from '../types.ts';

export interface Between {
  /** Weighted by time. NaN if no value is known. */
  mean: number;
  least: number;
  most: number;
  /** Integral of the value over time, in the row's unit times seconds. */
  integral: number;
  /** The time with a finite value, in seconds. */
  knownS: number;
}

/**
 * Statistics between `fromS` and `toS`. A bin keeps its extremes and its last value: its extremes
 * count in full, and its last value represents the bin.
 */
export function between(columns: TraceColumns, fromS: number, toS: number): Between {
  let [integral, knownS] = [0, 0];
  let [least, most] = [Infinity, -Infinity];
  const { count, timeS, min, max, last } = columns;
  const first = columns.indexAt(fromS);
  for (let index = Math.max(0, first); index < count; index += 1) {
    const beganS = timeS[index] ?? Infinity;
    if (beganS >= toS && index > first) break;
    const endS = Math.min(toS, index + 1 < count ? (timeS[index + 1] ?? toS) : toS);
    const value = last[index] ?? NaN;
    if (!Number.isFinite(value)) continue;
    // Of a bin that began before `fromS`, only the held value counts.
    const isHeld = beganS < fromS;
    least = Math.min(least, isHeld ? value : (min[index] ?? value));
    most = Math.max(most, isHeld ? value : (max[index] ?? value));
    const lastsS = Math.max(0, endS - Math.max(fromS, beganS));
    integral += value * lastsS;
    knownS += lastsS;
  }
  const isKnown = most >= least;
  return {
    mean: knownS > 0 ? integral / knownS : isKnown ? (least + most) / 2 : NaN,
    least: isKnown ? least : NaN,
    most: isKnown ? most : NaN,
    integral: isKnown ? integral : NaN,
    knownS,
  };
}
