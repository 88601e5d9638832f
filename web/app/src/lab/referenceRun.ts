/** Runs the reference of a link once, beside the run on the screen. */
import { decodeLink, notARun } from '@ackscope/model';
import type { LabStore } from '@ackscope/model';
import type { Engine } from '@ackscope/engine';
import { jobsOf } from '../jobs/jobs.ts';
import { createLabAt } from './createLab.ts';
import { addNotice } from '../address/notices.ts';

export function followReference(engine: Engine, store: LabStore): () => void {
  let wanted: string | null = null;
  let over = new AbortController();
  const look = (): void => {
    const { link, run } = store.getState().reference;
    const missing = run === null ? link : null;
    if (missing === wanted) return;
    over.abort();
    over = new AbortController();
    wanted = missing;
    if (missing === null) return;
    const { signal } = over;
    jobsOf(engine)
      .turn('shown', signal, () => runReference(engine, store, missing, signal))
      .catch(() => undefined);
  };
  look();
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    over.abort();
  };
}

/** Resolves when the reference is there, is refused, or needs a consent that nobody can give here. */
function runReference(engine: Engine, store: LabStore, link: string, signal: AbortSignal): Promise<void> {
  const side = createLabAt(engine, decodeLink(link), false);
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
    side.store.subscribe(({ run: came, scenario }) => {
      if (signal.aborted) return;
      // What the engine refuses in a link is put right with a notice: that would be another run.
      const wrong = scenario.error?.message ?? scenario.notices[0];
      if (wrong !== undefined) {
        store.getState().actions.setReference(null, null);
        addNotice(store, `${notARun(link)}. ${wrong}`);
      } else if (came.status === 'done' && came.scenario !== null) {
        store.getState().actions.setReference({ scenario: came.scenario, lanes: came.lanes }, link);
      } else if (scenario.asking === null) return;
      resolve();
    });
  }).finally(() => side.close());
}
