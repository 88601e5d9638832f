import { useMemo } from 'react';
import type { CausesOf, CausesQuestion, CausesReport } from '@ackscope/engine';
import { isCompared } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import { MAX_EVENTS, RUNS } from '../causes/cost.ts';
import { useCauses } from '../causes/useCauses.ts';
import { subjectOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { toldOf } from './told.ts';
import type { Told } from './told.ts';

export interface Telling {
  subject: Subject;
  told: Told;
  /** The answer of the experiment. */
  report: CausesReport | null;
  /** The experiment still runs. */
  isAsking: boolean;
}

/** What is asked about a cause, by the sentence's quantity; of some quantities none is known. */
export const OF: Readonly<Partial<Record<Subject['quantity'], CausesOf>>> = {
  goodput: 'goodput',
  queue: 'delay',
  delay: 'delay',
  wait: 'delay',
  shares: 'fairness',
};

/** What the sentence is about now; null while there is nothing to tell. */
export function useSubject(): Subject | null {
  const lanes = useLanes();
  const run = useLabState((state) => state.run);
  const ask = useLabState((state) => state.ask);
  const preset = useLabState((state) => state.scenario.preset);
  const timeS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  return subjectOf({ ask, run, preset, timeS, hidesFuture }, lanes);
}

/**
 * The sentence of the interval that is shown. Its cause is asked for once all lanes have the interval, while no
 * clock plays, and if it costs a few seconds at most. Null while there is nothing to tell.
 */
export function useTelling(): Telling | null {
  const { engine } = useLab();
  const lanes = useLanes();
  const run = useLabState((state) => state.run);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const isPlaying = useLabState((state) => state.clock.playing);
  const isAgainst = useLabState((state) => isCompared(state.reference, state.run));
  const subject = useSubject();
  const lane = subject === null ? undefined : lanes[subject.lane];
  const events = (lane?.run.results?.engine.events ?? Infinity) * RUNS;
  const waits =
    isAgainst ||
    subject === null ||
    run.status !== 'done' ||
    isPlaying ||
    hidesFuture ||
    events > MAX_EVENTS ||
    subject.place?.isTie === true;
  const scenario = run.scenario;
  const text = useMemo(() => (scenario === null ? null : JSON.stringify(scenario)), [scenario]);
  const [fromS, toS, place] = [subject?.fromS ?? 0, subject?.toS ?? 0, subject?.lane ?? 0];
  const of = OF[subject?.quantity ?? 'goodput'] ?? null;
  const name = lane?.name ?? '';
  const question = useMemo<CausesQuestion | null>(
    () =>
      text === null || waits || of === null ? null : { text, lane: place, name, interval: [fromS, toS], of },
    [text, waits, place, name, fromS, toS, of],
  );
  const inquiry = useCauses(engine, question);
  const report = inquiry?.stage === 'answered' ? inquiry.report : null;
  if (subject === null || isAgainst) return null;
  const told = toldOf(subject, lanes, report);
  return told === null ? null : { subject, told, report, isAsking: inquiry?.stage === 'asking' };
}
