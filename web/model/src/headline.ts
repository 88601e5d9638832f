/** The number in a lane's head: goodput in the measured interval that contains a time. */
import { intervalRows } from './selectors.ts';
import type { IntervalRow } from './selectors.ts';
import { progress } from './slices/run.ts';
import type { LaneRun } from './slices/run.ts';
import { goodputSoFar } from './soFar.ts';

/** Smaller relative differences tell nothing: another seed may reverse them. */
export const ALIKE = 0.03;

export interface Headline {
  fromS: number;
  toS: number;
  bps: number;
  /** True: measured over the whole interval. False: over the part before the hidden future. */
  isFinal: boolean;
}

/** What of a run may be told. */
export interface Moment {
  timeS: number;
  /** Nothing after `timeS` counts. */
  hidesFuture: boolean;
  /** All lanes have their results up to here. */
  knownS: number;
}

/** A reference is a finished run: its intervals wait for no lane. */
export function ofReference(moment: Moment): Moment {
  return { ...moment, knownS: Infinity };
}

/**
 * The measured interval at a time; null while it is not known which one that is, because the lanes
 * have not come so far. An interval includes its end but not its beginning: at a common bound the
 * earlier interval has just got its result.
 */
export function intervalAt(
  lane: LaneRun,
  { timeS, knownS }: Omit<Moment, 'hidesFuture'>,
): IntervalRow | null {
  const rows = intervalRows(lane, [], knownS);
  const own = rows.find(({ fromS, toS }) => timeS > fromS && timeS <= toS);
  // A window is in the list once the run has reached it.
  if (own !== undefined || timeS > knownS) return own ?? null;
  return rows.findLast(({ toS }) => toS < timeS) ?? rows[0] ?? null;
}

/**
 * The goodput of the flow in focus; null until all lanes have computed the interval. With a hidden
 * future it is that of the part before the clock.
 */
export function goodputAt(lane: LaneRun, moment: Moment): Headline | null {
  const row = intervalAt(lane, moment);
  if (row === null) return null;
  const { timeS, hidesFuture } = moment;
  const { fromS, toS } = row;
  if (!hidesFuture || timeS >= toS)
    return row.isFinal ? { fromS, toS, bps: row.flow.goodput_bps, isFinal: true } : null;
  if (lane.trace === null || progress(lane) < timeS) return null;
  const bps = goodputSoFar(lane.trace, lane.trace.focus, fromS, timeS);
  return bps === null ? null : { fromS, toS, bps, isFinal: false };
}

/** The goodput of another flow of the lane in the interval of its head; NaN if it has none. */
export function goodputOf(
  lane: LaneRun,
  flow: number,
  { fromS, toS, isFinal }: Headline,
  timeS: number,
): number {
  if (isFinal) return measuredGoodput(lane, flow, { fromS, toS });
  return lane.trace === null ? NaN : (goodputSoFar(lane.trace, flow, fromS, timeS) ?? NaN);
}

/** The goodput of a flow in a measured interval; NaN if it was not measured. */
export function measuredGoodput(
  { results }: LaneRun,
  flow: number,
  { fromS, toS }: { fromS: number; toS: number },
): number {
  const windows = results?.flows.find(({ index }) => index === flow)?.windows ?? [];
  return windows.find((window) => window.from_s === fromS && window.to_s === toS)?.goodput_bps ?? NaN;
}
