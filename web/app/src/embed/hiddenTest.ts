/**
 * An author's conditions on a finished run, in the syntax of lessons (`goodput(my-own) > 1.2Mbps`),
 * separated by semicolons. The learner sees how many hold, but not the conditions.
 */
import { messageOf } from '@ackscope/engine';
import type { Signal } from '@ackscope/charts';
import type { Report } from '@ackscope/embed/protocol';
import type { Engine, Evaluate } from '@ackscope/engine';
import { sameJson } from '@ackscope/model';
import type { JsonObject, LabState, LabStore } from '@ackscope/model';
import { holdsFor, readExpression } from '@ackscope/model/lesson';
import type { RunExpression } from '@ackscope/model/lesson';
import { cell } from '../base/signals.ts';
import { scriptsOf } from '../scenario/ownScripts.ts';

const MAX_CONDITIONS = 20;
const MAX_CHARACTERS = 2000;

/** For the author: the reader does not see it. */
const UNTOUCHED =
  'The exercise passes before the reader has changed anything. Make the test harder, or let the given text or scenario fail it.';

export type TestState =
  | { kind: 'waiting' }
  | { kind: 'judged'; holding: number; of: number }
  /** The author's mistake: an invalid condition, or an unknown lane. */
  | { kind: 'faulty'; message: string };

export interface HiddenTest {
  state: Signal<TestState>;
  close: () => void;
}

/** Parses the conditions of a test. Rejects with what is wrong and what is allowed. */
export async function readTest(text: string, engine: Pick<Engine, 'ask'>): Promise<RunExpression[]> {
  if (text.length > MAX_CHARACTERS)
    throw new Error(`A test has at most ${String(MAX_CHARACTERS)} characters.`);
  const conditions = text.split(';').filter((part) => part.trim() !== '');
  if (conditions.length === 0 || conditions.length > MAX_CONDITIONS)
    throw new Error(
      `A test has 1 to ${String(MAX_CONDITIONS)} conditions, not ${String(conditions.length)}.`,
    );
  const reports = await Promise.all(
    conditions.map((condition) => engine.ask('expression', 'run', condition)),
  );
  return reports.map((report, at) => {
    const read = readExpression(conditions[at] ?? '', report);
    if (!read.isCondition) throw new Error(`“${read.text.trim()}” is not a comparison: write > or <.`);
    return read;
  });
}

/**
 * Follows the lab and judges every finished run. `post` sends reports to the host page. With
 * `hasEditor` the exercise begins with a script, which may come after the scenario.
 */
export function startTest(
  text: string,
  hasEditor: boolean,
  engine: Pick<Engine, 'ask' | 'evaluator'>,
  store: LabStore,
  post: (report: Report) => void,
): HiddenTest {
  const state = cell<TestState>({ kind: 'waiting' });
  let isClosed = false;
  let test: { conditions: readonly RunExpression[]; evaluate: Evaluate } | null = null;
  const fail = (error: unknown): void => {
    if (isClosed) return;
    const message = messageOf(error);
    state.set({ kind: 'faulty', message });
    post({ type: 'error', path: 'test', message, attribute: 'test' });
  };
  /** The exercise before the reader has changed anything. */
  let given: JsonObject | null = null;
  const begin = ({ scenario: { wanted } }: LabState): void => {
    if (given === null && (!hasEditor || scriptsOf(wanted).size > 0)) given = wanted;
  };
  begin(store.getState());
  let isWarned = false;
  const judge = ({ run }: LabState): void => {
    if (isClosed || test === null || run.status !== 'done' || run.scenario === null) return;
    try {
      const { conditions, evaluate } = test;
      const of = conditions.length;
      const holding = conditions.filter((condition) => holdsFor(condition, run.lanes, evaluate)).length;
      state.set({ kind: 'judged', holding, of });
      const scripts = Object.fromEntries(scriptsOf(run.scenario));
      const passed = holding === of;
      const untouched = given !== null && sameJson(given, run.scenario);
      post({ type: 'test', passed, holding, of, scripts, untouched });
      if (!passed || !untouched || isWarned) return;
      isWarned = true;
      post({ type: 'error', path: 'test', message: UNTOUCHED, attribute: 'test' });
    } catch (error) {
      fail(error);
    }
  };
  const forget = store.subscribe((now, before) => {
    begin(now);
    if (now.run.status === 'done' && (before.run.status !== 'done' || before.run.id !== now.run.id))
      judge(now);
  });
  // The run may finish before the conditions are compiled.
  Promise.all([readTest(text, engine), engine.evaluator()]).then(([conditions, evaluate]) => {
    test = { conditions, evaluate };
    judge(store.getState());
  }, fail);
  const close = (): void => {
    isClosed = true;
    forget();
  };
  return { state, close };
}
