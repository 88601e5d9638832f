/** Parts of the store as signals for canvases: they change every frame without rendering. */
import type { CursorSet, Signal } from '@ackscope/charts';
import type { LabState, LabStore } from '@ackscope/model';

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
