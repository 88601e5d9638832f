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

/** What stands over the knobs' ways: of the compared flows, or of the bottleneck's queue. */
export const LANDSCAPES_OF = ['goodput', 'delay', 'retransmitted'] as const;
export type LandscapeOf = (typeof LANDSCAPES_OF)[number];

/** At most this many channels are rows. */
export const MOST_CHANNELS = 3;

export interface InstrumentsSlice {
  cursors: Cursors | null;
  trigger: Trigger | null;
  listen: Listen | null;
  /** Expressions over rows, each a row of its own; null: put away. */
  math: readonly string[] | null;
  /** What a knob would do, along its way; null: put away. */
  landscape: LandscapeOf | null;
  /** Whether the panel is open from which a run goes on in another way. Links name the forks themselves. */
  forks: boolean;
}

export const initialInstruments: InstrumentsSlice = {
  cursors: null,
  trigger: null,
  listen: null,
  math: null,
  landscape: null,
  forks: false,
};

/** Those that a link lays out; the panel of forks is closed. */
export function instrumentsOf({
  cursors,
  trigger,
  listen,
  math,
  landscape,
}: Omit<InstrumentsSlice, 'forks'>): InstrumentsSlice {
  return { cursors, trigger, listen, math, landscape, forks: false };
}

export interface InstrumentsActions {
  setCursors: (cursors: Cursors | null) => void;
  /** One of the cursors is dragged. */
  moveCursors: (change: Partial<Pick<Cursors, 'timeS' | 'levels'>>) => void;
  /** Sets the trigger, or puts it away. */
  setTrigger: (trigger: Trigger | null) => void;
  setListen: (listen: Listen | null) => void;
  /** Sets the expressions of channels, or puts them away. */
  setMath: (math: readonly string[] | null) => void;
  setLandscape: (landscape: LandscapeOf | null) => void;
  /** Opens or closes the panel of forks. */
  openForks: (isOpen: boolean) => void;
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
    setMath(math) {
      set({ instruments: { ...get().instruments, math } });
    },
    setLandscape(landscape) {
      set({ instruments: { ...get().instruments, landscape } });
    },
    openForks(forks) {
      set({ instruments: { ...get().instruments, forks } });
    },
  };
}
