/** The opening question: the clock stands at it, waits for the answer, and then plays on. */
import { askOf } from '../asks.ts';
import type { Ask } from '../asks.ts';
import { nearestSpeed } from './clock.ts';
import type { ClockSlice } from './clock.ts';
import { DEFAULT_ROWS } from './view.ts';
import type { ViewSlice } from './view.ts';
import { intervalRows } from '../selectors.ts';
import type { FlowWindow } from '@ackscope/engine';
import type { IntervalRow } from '../selectors.ts';
import type { LaneRun, RunSlice } from './run.ts';
import { clampedRange } from './zoom.ts';
import type { TimeRange } from './zoom.ts';

export interface AskSlice {
  ask: Ask;
  stage: 'open' | 'answered';
  /** The lane that was chosen. */
  answer: number | null;
  /** The clock's speed after the answer. */
  speed: number;
}

/** A question waits for its answer. */
export const isQuestionOpen = ({ ask }: { ask: AskSlice | null }): boolean =>
  ask !== null && ask.stage !== 'answered';

export function beganAsk(preset: string | null, speed: number): AskSlice | null {
  const ask = askOf(preset);
  return ask === null ? null : { ask, stage: 'open', answer: null, speed };
}

/** The clock plays the interval of the answer in about this many seconds on the screen. */
const ANSWER_S = 6;

/** The speed from the answer to the end of its interval. */
export function answerSpeed(asked: AskSlice, run: RunSlice): number {
  return nearestSpeed((askedInterval(asked, run).toS - asked.ask.atS) / ANSWER_S);
}

/** What the question asks about, in every lane; null until all lanes have computed the interval. */
export function askedValues({ ask }: AskSlice, run: RunSlice): number[] | null {
  const values = run.lanes.flatMap((lane) => {
    const row = intervalRows(lane, [], run.knownS).find(({ toS }) => toS > ask.atS);
    if (!row?.isFinal) return [];
    if (ask.quantity === 'delay') return callDelayS(lane, row) ?? [];
    return (ask.quantity === 'goodput' ? row.flow.goodput_bps : row.hop?.mean_queue_packets) ?? [];
  });
  return values.length === 0 || values.length < run.lanes.length ? null : values;
}

/** The delay that half of the packets of the lane's constant stream did not exceed in an interval. */
export function callDelayS(lane: LaneRun, { fromS, toS }: Pick<IntervalRow, 'fromS' | 'toS'>): number | null {
  return callWindow(lane, { fromS, toS })?.p50_delay_s ?? null;
}

/** What was measured of the lane's constant stream in an interval; null without one. */
export function callWindow(
  { results }: LaneRun,
  { fromS, toS }: Pick<IntervalRow, 'fromS' | 'toS'>,
): FlowWindow | null {
  const windows = results?.flows.flatMap((flow) => flow.windows) ?? [];
  const found = windows.find((one) => one.from_s === fromS && one.to_s === toS && one.p50_delay_s != null);
  return found ?? null;
}

/** The right lane, from the measured interval after the question; null until that is final. */
export function rightAnswer(asked: AskSlice, run: RunSlice): number | null {
  const known = askedValues(asked, run);
  if (known === null) return null;
  return known.indexOf(asked.ask.which === 'most' ? Math.max(...known) : Math.min(...known));
}

/** The measured interval that the question is about. */
export function askedInterval({ ask }: Pick<AskSlice, 'ask'>, run: RunSlice): { fromS: number; toS: number } {
  const [lane] = run.lanes;
  const row =
    lane === undefined ? undefined : intervalRows(lane, [], run.knownS).find(({ toS }) => toS > ask.atS);
  return { fromS: row?.fromS ?? ask.atS, toS: row?.toS ?? run.durationS };
}

/** The range on the screen: the reader's; up to an answer, that of the question; null for the whole run. */
export function shownRange({ ask, run, view }: Pick<Shown, 'ask' | 'run' | 'view'>): TimeRange | null {
  return view.timeRange ?? (view.hidesFuture ? askedRange(ask, run) : null);
}

/** From the question to the end of its answer, and as much before it. */
function askedRange(ask: AskSlice | null, run: RunSlice): TimeRange | null {
  if (ask === null || run.lanes.length === 0) return null;
  const { toS } = askedInterval(ask, run);
  return clampedRange([Math.max(0, 2 * ask.ask.atS - toS), toS], run.durationS);
}

/**
 * The answer is visible: nothing stays hidden, and the rows are those of the cause. If the clock stands at the
 * end of the interval, the view is what has been played.
 */
export function answerShown({ ask, run, clock, view }: Shown): Partial<Shown> {
  if (ask === null) return {};
  const { toS } = askedInterval(ask, run);
  const isAtEnd = clock.timeS === toS && toS < run.durationS && view.timeRange === null;
  return {
    clock: { ...clock, speed: ask.speed },
    view: {
      ...view,
      rows: view.rows === DEFAULT_ROWS ? (ask.ask.rows ?? view.rows) : view.rows,
      timeRange: isAtEnd ? askedRange(ask, run) : view.timeRange,
      hidesFuture: false,
      hoverS: null,
    },
  };
}

interface Shown {
  ask: AskSlice | null;
  run: RunSlice;
  clock: ClockSlice;
  view: ViewSlice;
}

/** Whether the clock shows the answer: it is at or after the end of that interval. */
export function isAnswerSeen(asked: AskSlice, run: RunSlice, timeS: number): boolean {
  return asked.stage === 'answered' && timeS >= askedInterval(asked, run).toS;
}
