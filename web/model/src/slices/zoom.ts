/** The stretch of time the lanes show; null: the whole run. */

export type TimeWindow = readonly [fromS: number, toS: number];

/** A tenth of a millisecond: shorter than a packet takes on most links. */
const SMALLEST_S = 1e-4;

/** The narrowest window; of a very short run a part that is still worth a look. */
function smallest(durationS: number): number {
  return Math.min(SMALLEST_S, durationS / 200);
}

/** The window within the run and not too narrow; null where it would show the whole run anyway. */
export function clampedWindow(window: TimeWindow | null, durationS: number): TimeWindow | null {
  if (window === null || !(durationS > 0)) return null;
  const [a, b] = window[0] <= window[1] ? window : [window[1], window[0]];
  const width = Math.min(durationS, Math.max(b - a, smallest(durationS)));
  if (!(width < durationS * 0.999)) return null;
  const fromS = Math.min(Math.max(0, (a + b - width) / 2), durationS - width);
  return [fromS, fromS + width];
}

/** Narrower (a factor below one) or wider about a moment, which stays where it is on the screen. */
export function zoomedWindow(
  window: TimeWindow | null,
  durationS: number,
  factor: number,
  aboutS: number,
): TimeWindow | null {
  const [fromS, toS] = window ?? [0, durationS];
  const width = Math.max((toS - fromS) * factor, smallest(durationS));
  const share = toS > fromS ? (aboutS - fromS) / (toS - fromS) : 0.5;
  const startS = aboutS - width * Math.min(1, Math.max(0, share));
  return clampedWindow([startS, startS + width], durationS);
}

/** A window that a moment has left is moved on, so that the moment stands near its edge with the way ahead in view. */
export function followingWindow(
  window: TimeWindow | null,
  timeS: number,
  durationS: number,
): TimeWindow | null {
  if (window === null || (timeS >= window[0] && timeS <= window[1])) return window;
  const width = window[1] - window[0];
  const fromS = timeS > window[1] ? timeS - width * 0.08 : timeS - width * 0.92;
  return clampedWindow([fromS, fromS + width], durationS);
}
