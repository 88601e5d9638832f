/** Parts of the store as signals for canvases: they change every frame without rendering. */
import type { CursorSet, Signal } from '@ackscope/charts';
import type { LabState, LabStore } from '@ackscope/model';
import type { Lab } from './context.ts';

export interface LabSignals {
  clock: Signal<number>;
  hover: Signal<number | null>;
  cursors: Signal<CursorSet | null>;
}

function storeSignal<T>(store: LabStore, select: (state: LabState) => T): Signal<T> {
  return {
    get: () => select(store.getState()),
    subscribe: (listener) =>
      store.subscribe((state, before) => {
        if (select(state) !== select(before)) listener();
      }),
  };
}

export function labSignals(store: LabStore): LabSignals {
  return {
    clock: storeSignal(store, (state) => state.clock.timeS),
    hover: storeSignal(store, (state) => state.view.hoverS),
    cursors: storeSignal(store, (state) => state.instruments.cursors),
  };
}

export type Cell<T> = Signal<T> & { set: (value: T) => void };

/** A signal with a setter. */
export function cell<T>(initial: T): Cell<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
