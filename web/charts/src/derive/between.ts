/** What a series does between two moments: its values hold until the next bin. */
import type { TraceColumns } from '../types.ts';

export interface Between {
  /** Over time, of the values that hold. NaN where nothing is known. */
  mean: number;
  least: number;
  most: number;
  /** Of value over time, in the row's unit times seconds. */
  integral: number;
  /** For how long there is a finite value, in seconds. */
  knownS: number;
}

/**
 * Between `fromS` and `toS`. A bin keeps its extremes and its last value: the extremes count
 * whole, and the last value stands for the bin.
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
    // Of the bin before the first moment only what still holds is known.
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
