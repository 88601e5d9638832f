/** What the sentence is about: an interval, a quantity, and which lane is behind. */
import {
  askedInterval,
  askedValues,
  askOf,
  behindOf,
  goodputAt,
  intervalAt,
  isAnswerSeen,
  measuredOf,
} from '@ackscope/model';
import type { Behind, LabState, Measure } from '@ackscope/model';
import { entryOf } from '../menu/entries.ts';
import type { LaneView } from '../laneData/laneData.ts';

export interface Subject {
  fromS: number;
  toS: number;
  quantity: Measure;
  /** By lane. */
  values: readonly number[];
  /** The lane that is behind, whose cause is asked for. */
  lane: number;
  place: Behind | null;
  /** An answered question that asks for the best lane. */
  asksBest?: boolean;
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
): Subject | null {
  if (ask !== null) {
    if (!isAnswerSeen(ask, run, timeS)) return null;
    const values = askedValues(ask, run);
    // Who named a lane that is behind as the best learns of that lane.
    const asksBest = ask.ask.quantity === 'goodput' && ask.ask.which === 'most';
    if (values === null) return null;
    const told = about(ask.ask.quantity, values, askedInterval(ask, run), asksBest ? ask.answer : null);
    return { ...told, asksBest };
  }
  const moment = { timeS, hidesFuture, knownS: run.knownS };
  const interval = lanes[0] === undefined ? null : intervalAt(lanes[0].run, moment);
  if (interval?.isFinal !== true || (hidesFuture && timeS < interval.toS)) return null;
  // The scenario's own question comes first, if it is about something that is measured here.
  const asked = askOf(preset)?.quantity === 'delay' ? 'delay' : entryOf(preset, run.scenario)?.about;
  if (asked !== undefined && asked !== 'goodput') {
    const values = lanes.map(({ run: lane }) => measuredOf(lane, asked, interval));
    if (values.every((value) => value !== null)) return about(asked, values, interval);
  }
  const goodputs = lanes.map(({ run: lane }) => goodputAt(lane, moment));
  if (goodputs.some((found) => found?.isFinal !== true)) return null;
  return about(
    'goodput',
    goodputs.map((found) => found?.bps ?? 0),
    interval,
  );
}

function about(
  quantity: Measure,
  values: readonly number[],
  { fromS, toS }: { fromS: number; toS: number },
  named: number | null = null,
): Subject {
  const place = behindOf(values, named);
  const [most, least] = [
    values.indexOf(Math.max(...values)),
    place?.worst ?? values.indexOf(Math.min(...values)),
  ];
  // Of a delay, a queue or a loss the largest is behind.
  const lane = quantity === 'goodput' || quantity === 'shares' ? least : most;
  return { fromS, toS, quantity, values, lane, place };
}
