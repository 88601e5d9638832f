import type { Signal } from '@ackscope/charts';
import type { LabStore } from '@ackscope/model';
import type { Lab } from './context.ts';
import { cell } from '../base/signals.ts';
import type { Cell } from '../base/signals.ts';

/** Background work that follows the store. */
export interface Work {
  /** Starts or continues the work that is wanted now. */
  look: () => void;
  stop: () => void;
}

/**
 * A signal per lab that is computed while somebody subscribes to it; otherwise it is null. `work`
 * sets it: its `look` is called at the first subscription and at every change of the store.
 */
export function computedWhileWatched<T>(
  work: (lab: Lab, shown: Cell<T | null>) => Work,
): (lab: Lab) => Signal<T | null> {
  const known = new WeakMap<LabStore, Signal<T | null>>();
  return (lab) => {
    const signal = known.get(lab.store) ?? watched(lab, work);
    known.set(lab.store, signal);
    return signal;
  };
}

function watched<T>(lab: Lab, work: (lab: Lab, shown: Cell<T | null>) => Work): Signal<T | null> {
  const shown = cell<T | null>(null);
  const { look, stop } = work(lab, shown);
  let subscribers = 0;
  let unsubscribe: () => void = () => undefined;
  return {
    get: shown.get,
    subscribe(listener) {
      const leave = shown.subscribe(listener);
      subscribers += 1;
      if (subscribers === 1) {
        unsubscribe = lab.store.subscribe(look);
        look();
      }
      return () => {
        leave();
        subscribers -= 1;
        if (subscribers > 0) return;
        unsubscribe();
        stop();
        shown.set(null);
      };
    },
  };
}
