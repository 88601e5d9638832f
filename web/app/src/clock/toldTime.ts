import type { LabState } from '@ackscope/model';

/**
 * The clock in steps, to limit renderings: results change more slowly. A step is a second, and less in a run so short
 * that its measured intervals are.
 */
export function toldTime({ clock, run }: Pick<LabState, 'clock' | 'run'>): number {
  const stepS = Math.min(1, 10 ** Math.floor(Math.log10(Math.max(run.durationS, 1e-6) / 100)));
  return Number((Math.floor(clock.timeS / stepS + 1e-6) * stepS).toPrecision(12));
}
