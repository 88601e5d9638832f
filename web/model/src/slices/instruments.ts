/** What is laid over the traces to measure them, or shown in their place. */
import type { Trigger } from './trigger.ts';

/** Two cursors in time, over all lanes, and two levels in one row. */
export interface Cursors {
  /** A and B, in simulated seconds, in any order. */
  timeS: readonly [number, number];
  /** The row that is measured, whose levels these are. */
  row: string;
  /** In the row's own unit, in any order; null while the row shows nothing. */
  levels: readonly [number, number] | null;
}

export interface InstrumentsSlice {
  cursors: Cursors | null;
  trigger: Trigger | null;
}

export const initialInstruments: InstrumentsSlice = { cursors: null, trigger: null };

export interface InstrumentsActions {
  setCursors: (cursors: Cursors | null) => void;
  /** One of the cursors is dragged. */
  moveCursors: (change: Partial<Pick<Cursors, 'timeS' | 'levels'>>) => void;
  /** Sets the trigger, or puts it away. */
  setTrigger: (trigger: Trigger | null) => void;
}

interface Instrumented {
  instruments: InstrumentsSlice;
}

export function instrumentsActions(
  set: (change: Partial<Instrumented>) => void,
  get: () => Instrumented,
): InstrumentsActions {
  return {
    setCursors(cursors) {
      set({ instruments: { ...get().instruments, cursors } });
    },
    moveCursors(change) {
      const { instruments } = get();
      if (instruments.cursors === null) return;
      set({ instruments: { ...instruments, cursors: { ...instruments.cursors, ...change } } });
    },
    setTrigger(trigger) {
      set({ instruments: { ...get().instruments, trigger } });
    },
  };
}
