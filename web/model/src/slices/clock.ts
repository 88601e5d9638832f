/** The time on the screen: one clock for all lanes. */

export interface ClockSlice {
  timeS: number;
  playing: boolean;
  /** Simulated seconds per real second; Infinity: as fast as the run is computed. */
  speed: number;
  /** At the end of the shown range the clock jumps back to its beginning. */
  loop: boolean;
}

export const initialClock: ClockSlice = { timeS: 0, playing: false, speed: 50, loop: false };

export const SPEEDS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20, 50, 100, Infinity];

/** Plays a whole run in about twenty seconds: long enough to follow, short enough to wait for. */
export function speedFor(durationS: number): number {
  return nearestSpeed(durationS / 22);
}

/** The nearest speed by ratio, not by difference. */
export function nearestSpeed(wanted: number): number {
  return SPEEDS.reduce((best, speed) =>
    Number.isFinite(speed) && Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted))
      ? speed
      : best,
  );
}

/** Where the clock plays from: at the end of the run it starts again from the beginning of what is shown. */
export function playedFromS(
  { timeS }: ClockSlice,
  durationS: number,
  shown: readonly [fromS: number, toS: number] | null,
): number {
  return timeS >= durationS && durationS > 0 ? (shown?.[0] ?? 0) : timeS;
}

/** The clock after `elapsedS` real seconds. It never passes the simulated part. */
export function advanced(
  clock: ClockSlice,
  elapsedS: number,
  reachedS: number,
  durationS: number,
  finished: boolean,
  shown: readonly [fromS: number, toS: number] = [0, durationS],
): ClockSlice {
  if (!clock.playing) return clock;
  const step = clock.speed === Infinity ? Infinity : clock.speed * elapsedS;
  const timeS = Math.max(clock.timeS, Math.min(clock.timeS + step, reachedS));
  const endS = Math.min(shown[1], durationS);
  // Loops back to the beginning of the shown range. A clock that stands beyond that range plays on
  // to the end of the run.
  if (clock.loop && clock.timeS <= endS && timeS >= endS && (finished || endS < reachedS))
    return { ...clock, timeS: shown[0] };
  if (finished && timeS >= durationS) return { ...clock, timeS: durationS, playing: false };
  return timeS === clock.timeS ? clock : { ...clock, timeS };
}
