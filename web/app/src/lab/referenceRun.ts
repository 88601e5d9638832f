/** Runs the reference of a link once, beside the run on the screen. */
import { decodeLink, notARun } from '@ackscope/model';
import type { LabStore } from '@ackscope/model';
import type { Engine } from '@ackscope/engine';
import { createLabAt } from './createLab.ts';
import { addNotice } from '../address/notices.ts';

export function followReference(engine: Engine, store: LabStore): () => void {
  let wanted: string | null = null;
  let close: () => void = () => undefined;
  const look = (): void => {
    const { link, run } = store.getState().reference;
    const missing = run === null ? link : null;
    if (missing === wanted) return;
    close();
    close = () => undefined;
    wanted = missing;
    if (missing === null) return;
    const side = createLabAt(engine, decodeLink(missing), false);
    const stop = side.store.subscribe(({ run: came, scenario }) => {
      // What the engine refuses in a link is put right with a notice: that would be another run.
      const wrong = scenario.error?.message ?? scenario.notices[0];
      if (wrong !== undefined) {
        store.getState().actions.setReference(null, null);
        addNotice(store, `${notARun(missing)}. ${wrong}`);
        return;
      }
      if (came.status !== 'done' || came.scenario === null) return;
      store.getState().actions.setReference({ scenario: came.scenario, lanes: came.lanes }, missing);
    });
    close = () => {
      stop();
      side.close();
    };
  };
  look();
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    close();
  };
}
