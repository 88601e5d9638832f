/** What the sentence is about: an interval, a quantity, and which lane is behind. */
import {
  askedInterval,
  askedValues,
  askOf,
  behindOf,
  callDelayS,
  goodputAt,
  intervalAt,
  isAnswerSeen,
} from '@ackscope/model';
import type { Ask, Behind, LabState, RuleTable } from '@ackscope/model';
import type { LaneView } from '../lab/laneData.ts';

export interface Subject {
  fromS: number;
  toS: number;
  quantity: Ask['quantity'];
  /** By lane. */
  values: readonly number[];
  /** The lane that is behind, whose cause is asked for. */
  lane: number;
  place: Behind | null;
}

export type Shown = Pick<LabState, 'ask' | 'run'> & {
  preset: string | null;
  timeS: number;
  hidesFuture: boolean;
};

/** Null while it is not known in all lanes, or not to be told yet. */
export function subjectOf(
  { ask, run, preset, timeS, hidesFuture }: Shown,
  lanes: readonly LaneView[],
  rules: RuleTable,
): Subject | null {
  if (ask !== null) {
    if (!isAnswerSeen(ask, run, timeS)) return null;
    const values = askedValues(ask, run);
    return values === null ? null : about(ask.ask.quantity, values, askedInterval(ask, run));
  }
  const moment = { timeS, hidesFuture, knownS: run.knownS };
  const interval = lanes[0] === undefined ? null : intervalAt(lanes[0].run, moment);
  if (interval?.isFinal !== true || (hidesFuture && timeS < interval.toS)) return null;
  if (askOf(preset)?.quantity === 'delay') {
    const delays = lanes.map(({ run: lane }) => callDelayS(lane, interval));
    if (delays.every((value) => value !== null)) return about('delay', delays, interval);
  }
  const goodputs = lanes.map(({ run: lane }) => goodputAt(lane, rules, moment));
  if (goodputs.some((found) => found?.isFinal !== true)) return null;
  return about(
    'goodput',
    goodputs.map((found) => found?.bps ?? 0),
    interval,
  );
}

function about(
  quantity: Ask['quantity'],
  values: readonly number[],
  { fromS, toS }: { fromS: number; toS: number },
): Subject {
  const place = behindOf(values);
  const [most, least] = [values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values))];
  // Of a delay or a queue the largest is behind.
  const lane = quantity === 'goodput' ? least : most;
  return { fromS, toS, quantity, values, lane, place };
}
