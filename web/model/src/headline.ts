/** The one number in a lane's head: goodput in the measured interval that a time is in. */
import type { RuleTable } from './events.ts';
import { intervalRows } from './selectors.ts';
import type { LaneRun } from './slices/run.ts';
import { soFar } from './soFar.ts';

export interface Headline {
  fromS: number;
  toS: number;
  bps: number;
  /** Of all of the interval; else of what there is of it. */
  isFinal: boolean;
}

/**
 * Of the flow in focus. An interval holds its end and not its beginning: at that instant the one
 * before has just come to its result. With `hidesFuture` what lies behind `timeS` does not count.
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
