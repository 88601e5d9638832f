/** The number in a lane's head: goodput in the measured interval that contains a time. */
import type { RuleTable } from './events.ts';
import { intervalRows } from './selectors.ts';
import type { LaneRun } from './slices/run.ts';
import { soFar } from './soFar.ts';

export interface Headline {
  fromS: number;
  toS: number;
  bps: number;
  /** True: measured over the whole interval. False: over the part simulated or shown so far. */
  isFinal: boolean;
}

/**
 * The goodput of the flow in focus. An interval includes its end but not its beginning: at a common
 * bound the earlier interval has just got its result. With `hidesFuture`, nothing after `timeS`
 * counts.
 */
export function goodputAt(
  lane: LaneRun,
  rules: RuleTable,
  timeS: number,
  hidesFuture = false,
): Headline | null {
  const rows = intervalRows(lane, []);
  const row =
    rows.find(({ fromS, toS }) => timeS > fromS && timeS <= toS) ??
    rows.findLast(({ toS }) => toS < timeS) ??
    rows[0];
  if (row === undefined) return null;
  const { fromS, toS } = row;
  const isPast = timeS >= toS;
  if (row.isFinal && (isPast || !hidesFuture))
    return { fromS, toS, bps: row.flow.goodput_bps, isFinal: true };
  if (lane.trace === null) return null;
  const untilS = hidesFuture ? Math.min(timeS, toS) : toS;
  const bps = soFar(lane.trace, rules, fromS, untilS).goodputBps;
  return bps === null ? null : { fromS, toS, bps, isFinal: false };
}
