/** A lab over an engine that only notes what it is asked. */
import { answering, answeringRun } from '../../engine/test/answering.ts';
import type { Check, Engine, RunListener, ScenarioError, StartOptions } from '@ackscope/engine';
import type { JsonObject } from '../src/json.ts';
import { decodeLink } from '../src/link/codec.ts';
import { startRunner } from '../src/runner.ts';
import { createLabStore } from '../src/store.ts';
import { CATALOGUE } from './trace.ts';

interface Started {
  text: string;
  listener: RunListener;
  options: StartOptions | undefined;
  cancelled: boolean;
}

/** An engine that records its requests and gives the answers that the test chooses. */
export function noting(
  refuse: (scenario: JsonObject) => ScenarioError | null = () => null,
  segments: (scenario: JsonObject) => number = () => 1,
) {
  const runs: Started[] = [];
  const engine: Engine = {
    catalogue: CATALOGUE,
    check(text): Promise<Check> {
      const scenario = JSON.parse(text) as JsonObject;
      const error = refuse(scenario);
      if (error !== null) return Promise.resolve({ ok: false, error });
      const compare = scenario['compare'] as (string | { algorithm: string })[];
      return Promise.resolve({
        ok: true,
        lanes: compare.map((entry) => {
          const algorithm = typeof entry === 'string' ? entry : entry.algorithm;
          return { label: algorithm, algorithm };
        }),
        scenario: scenario as never,
        duration_s: 1000,
        estimate: { segments: segments(scenario) * compare.length, memory_bytes: 0, trial: 'made' },
        warnings: [],
      });
    },
    search: () => Promise.reject(new Error('no search here')),
    fit: () => Promise.reject(new Error('no fit here')),
    start(text, listener, options) {
      const run = { text, listener, options, cancelled: false };
      runs.push(run);
      return {
        cancel() {
          run.cancelled = true;
        },
        ask: answeringRun(),
        replay: () => Promise.reject(new Error('not asked for here')),
      };
    },
    sweep: () => {
      throw new Error('not asked for here');
    },
    why: () => {
      throw new Error('not asked for here');
    },
    ask: answering(),
    evaluator: () => Promise.reject(new Error('not asked for here')),
    dispose: () => undefined,
  };
  return { engine, runs };
}

/** A lab whose frames and pauses end at once, so a test waits only for promises. */
export function openLab(
  refuse?: (scenario: JsonObject) => ScenarioError | null,
  hash = '',
  segments?: (scenario: JsonObject) => number,
) {
  const store = createLabStore();
  store.getState().actions.openLink(decodeLink(hash), true);
  const { engine, runs } = noting(refuse, segments);
  const now = (callback: () => void): void => callback();
  const runner = startRunner(engine, store, { schedule: now, settle: now });
  return { store, runs, runner, actions: store.getState().actions };
}

export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};
