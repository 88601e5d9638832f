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

/** What is heard while the clock moves. */
export interface Listen {
  /** Label of the one lane that is heard; null: all of them. */
  lane: string | null;
  /** 0 to 1. */
  level: number;
}

export const DEFAULT_LISTEN: Listen = { lane: null, level: 0.5 };

export interface InstrumentsSlice {
  cursors: Cursors | null;
  trigger: Trigger | null;
  listen: Listen | null;
}

export const initialInstruments: InstrumentsSlice = { cursors: null, trigger: null, listen: null };

/** Those that a link lays out. */
export function instrumentsOf({ cursors, trigger, listen }: InstrumentsSlice): InstrumentsSlice {
  return { cursors, trigger, listen };
}

export interface InstrumentsActions {
  setCursors: (cursors: Cursors | null) => void;
  /** One of the cursors is dragged. */
  moveCursors: (change: Partial<Pick<Cursors, 'timeS' | 'levels'>>) => void;
  /** Sets the trigger, or puts it away. */
  setTrigger: (trigger: Trigger | null) => void;
  setListen: (listen: Listen | null) => void;
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
    setListen(listen) {
      set({ instruments: { ...get().instruments, listen } });
    },
  };
}
