import type { Engine } from '@ackscope/engine';
import { decodeLink } from '@ackscope/model';
import type { LaneRun } from '@ackscope/model';
import { jobsOf } from '../jobs/jobs.ts';
import { mountLabAt } from '../lab/mountLab.ts';

/** The finished lanes of a link's run. Rejects with the reason if it cannot run. Nothing stops it: a reader waits for what is made of it. */
export const finished = (engine: Engine, run: string): Promise<readonly LaneRun[]> =>
  jobsOf(engine).turn('shown', new AbortController().signal, () => finish(engine, run));

function finish(engine: Engine, run: string): Promise<readonly LaneRun[]> {
  const { lab, close } = mountLabAt(engine, decodeLink(run), false);
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const look = (): void => {
      const { run: state, scenario } = lab.store.getState();
      const failed = scenario.error ?? state.lanes.find(({ error }) => error !== null)?.error ?? null;
      const isDone = state.status === 'done' && state.scenario === scenario.wanted;
      if (over.signal.aborted || (failed === null && !isDone)) return;
      over.abort();
      close();
      if (failed === null) resolve(state.lanes);
      else reject(new Error(failed.message));
    };
    const stop = lab.store.subscribe(look);
    over.signal.addEventListener('abort', stop);
    look();
  });
}
