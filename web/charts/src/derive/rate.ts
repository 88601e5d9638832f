/** The rate of a counter, over a sliding interval. */
import type { LaneData, TraceColumns } from '../types.ts';
import { gridColumns, memoized } from './grid.ts';

/** Over less than a few RTTs, a rate shows single bursts; a run needs a few hundred points. */
export function rateIntervalS(lane: Pick<LaneData, 'rttS' | 'durationS'>): number {
  const wanted = Math.max(4 * lane.rttS, lane.durationS / 400);
  return Number(wanted.toPrecision(2));
}

/** Steps per interval: a rise appears at the right time. */
const STEPS_PER_INTERVAL = 4;

/** The growth of a packet counter in the interval before each time, in bits per second. */
export function slidingRate(
  counter: TraceColumns,
  packetBits: number,
  intervalS: number,
  untilS: number,
): TraceColumns {
  const stepS = intervalS / STEPS_PER_INTERVAL;
  const firstS = counter.timeS[0];
  if (counter.count === 0 || firstS === undefined)
    return gridColumns('rate', 0, stepS, new Float32Array(0), 0);
  const fromS = Math.floor(firstS / stepS) * stepS;
  const count = Math.max(0, Math.floor((untilS - fromS) / stepS) + 1);
  const values = new Float32Array(count);
  // In a replay that begins in the middle of the run, the count before the first sample is unknown.
  // A run begins at zero.
  const before = fromS <= stepS ? 0 : counter.at(firstS);
  const grown = (momentS: number): number => {
    const value = counter.at(momentS);
    return Number.isNaN(value) ? before : value;
  };
  for (let at = 0; at < count; at += 1) {
    const momentS = fromS + at * stepS;
    const sinceS = Math.max(fromS, momentS - intervalS);
    // A restarted connection counts from zero again.
    const more = Math.max(0, grown(momentS) - grown(sinceS));
    values[at] = momentS > sinceS ? (more * packetBits) / (momentS - sinceS) : NaN;
  }
  return gridColumns('rate', fromS, stepS, values, counter.revision);
}

export const rateOf = memoized<TraceColumns>((counter, packetBits = 0, intervalS = 1, untilS = 0) =>
  slidingRate(counter, packetBits, intervalS, untilS),
);
