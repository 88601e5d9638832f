/**
 * An author's conditions for a finished run, as lessons write them (`goodput(my-own) > 1.2Mbps`),
 * separated by semicolons. Whoever learns sees how many hold, not what they are.
 */
import type { Report } from '@ackscope/embed/protocol';
import type { LabState, LabStore } from '@ackscope/model';
import { scriptsOf } from '../write/ownScripts.ts';

const MOST_CONDITIONS = 20;
const MOST_CHARACTERS = 2000;

export type TestState = { kind: 'waiting' } | { kind: 'judged'; holding: number; of: number };

export interface HiddenTest {
  state: () => TestState;
  subscribe: (listener: () => void) => () => void;
  close: () => void;
}

/** Follows the lab and judges every finished run. `post` tells the page around the frame. */
export async function startTest(
  text: string,
  store: LabStore,
  post: (report: Report) => void,
): Promise<HiddenTest> {
  const { holdsFor, parseExpression } = await import('@ackscope/model/lesson');
  const parts = text.slice(0, MOST_CHARACTERS + 1).split(';');
  const conditions: string[] = [];
  let fault: string | null = null;
  try {
    if (text.length > MOST_CHARACTERS)
      throw new Error(`A test has at most ${String(MOST_CHARACTERS)} characters.`);
    const written = parts.filter((part) => part.trim() !== '');
    if (written.length === 0 || written.length > MOST_CONDITIONS)
      throw new Error(
        `A test has 1 to ${String(MOST_CONDITIONS)} conditions, not ${String(written.length)}.`,
      );
    for (const part of written) {
      const expression = parseExpression(part);
      if (expression.kind !== 'comparison')
        throw new Error(`“${part.trim()}” compares nothing: write > or <.`);
      conditions.push(part);
    }
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  let state: TestState = { kind: 'waiting' };
  const listeners = new Set<() => void>();
  const judge = ({ run }: LabState): void => {
    if (run.status !== 'done' || run.scenario === null) return;
    if (fault !== null) {
      post({ type: 'error', path: 'test', message: fault });
      return;
    }
    try {
      const holding = conditions.filter((condition) => holdsFor(condition, run.lanes)).length;
      const of = conditions.length;
      state = { kind: 'judged', holding, of };
      const scripts = Object.fromEntries(scriptsOf(run.scenario));
      post({ type: 'test', passed: holding === of, holding, of, scripts });
    } catch (error) {
      // A lane or a flow that the test names is not there.
      post({ type: 'error', path: 'test', message: error instanceof Error ? error.message : String(error) });
    }
    for (const listener of listeners) listener();
  };
  judge(store.getState());
  const leave = store.subscribe((now, before) => {
    if (now.run.status === 'done' && (before.run.status !== 'done' || before.run.id !== now.run.id))
      judge(now);
  });
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: leave,
  };
}
