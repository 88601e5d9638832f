/** The time range that the lanes show; null: the whole run. */

export type TimeRange = readonly [fromS: number, toS: number];

/** A tenth of a millisecond: shorter than a packet's transmission on most links. */
const SMALLEST_S = 1e-4;

/** The narrowest range; smaller for a very short run. */
function smallest(durationS: number): number {
  return Math.min(SMALLEST_S, durationS / 200);
}

/** The range limited to the run and not too narrow; null for the whole run. */
export function clampedRange(timeRange: TimeRange | null, durationS: number): TimeRange | null {
  if (timeRange === null || !(durationS > 0)) return null;
  const [a, b] = timeRange[0] <= timeRange[1] ? timeRange : [timeRange[1], timeRange[0]];
  const width = Math.min(durationS, Math.max(b - a, smallest(durationS)));
  if (!(width < durationS * 0.999)) return null;
  const fromS = Math.min(Math.max(0, (a + b - width) / 2), durationS - width);
  return [fromS, fromS + width];
}

/** Zooms in (a factor below one) or out around a time, which keeps its place on the screen. */
export function zoomedRange(
  timeRange: TimeRange | null,
  durationS: number,
  factor: number,
  aboutS: number,
): TimeRange | null {
  const [fromS, toS] = timeRange ?? [0, durationS];
  const width = Math.max((toS - fromS) * factor, smallest(durationS));
  const share = toS > fromS ? (aboutS - fromS) / (toS - fromS) : 0.5;
  const startS = aboutS - width * Math.min(1, Math.max(0, share));
  return clampedRange([startS, startS + width], durationS);
}

/** Moves a range that the clock has left, so that the clock is near its edge. */
export function followingRange(
  timeRange: TimeRange | null,
  timeS: number,
  durationS: number,
): TimeRange | null {
  if (timeRange === null || (timeS >= timeRange[0] && timeS <= timeRange[1])) return timeRange;
  const width = timeRange[1] - timeRange[0];
  const fromS = timeS > timeRange[1] ? timeS - width * 0.08 : timeS - width * 0.92;
  return clampedRange([fromS, fromS + width], durationS);
}
