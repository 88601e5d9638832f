/** The run before a hand's change, in grey for as long as the hand holds on. */
import { sameJson } from '@ackscope/model';
import type { LabStore } from '@ackscope/model';

const NOTHING = (): void => undefined;

/**
 * Keeps the finished run as the reference while a hand turns a knob, unless another one is kept. Returns a
 * function that ends the drag. The reference is then the run before the change. A run begins some time after its
 * change, and takes the last finished run as its reference: so this waits until the last run has begun.
 */
export function heldReference(store: LabStore): () => void {
  const { reference, run, actions } = store.getState();
  if (reference.link !== null || run.status !== 'done') return NOTHING;
  actions.keepReference();
  const kept = store.getState().reference;
  return () => {
    let stop = NOTHING;
    const giveBack = (): boolean => {
      const { reference: now, run: shown, scenario } = store.getState();
      // Somebody has kept or removed a reference since.
      if (now.run !== kept.run || now.link !== kept.link) return true;
      const isBegun = shown.scenario === scenario.wanted;
      if (!isBegun && scenario.error === null && scenario.asking === null) return false;
      const isBack = kept.run === null || sameJson(kept.run.scenario, scenario.wanted);
      store.getState().actions.setReference(isBack ? null : kept.run, null);
      return true;
    };
    if (giveBack()) return;
    stop = store.subscribe(() => {
      if (giveBack()) stop();
    });
  };
}
