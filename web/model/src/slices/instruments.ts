/** The instruments: overlays that measure the traces, or views that replace them. */
import type { Trigger } from './trigger.ts';

/** Two cursors in time, over all lanes, and two levels in one row. */
export interface Cursors {
  /** A and B, in simulated seconds, in any order. */
  timeS: readonly [number, number];
  /** The row in which the levels are measured. */
  row: string;
  /** In the row's own unit, in any order; null while the row shows nothing. */
  levels: readonly [number, number] | null;
}

/** The sound while the clock moves. */
export interface Listen {
  /** Label of the one lane that can be heard; null: all lanes. */
  lane: string | null;
  /** Volume, 0 to 1. */
  level: number;
}

export const DEFAULT_LISTEN: Listen = { lane: null, level: 0.5 };

/** The quantity shown over the knobs: of the compared flows, of a call or of the bottleneck's queue; or none. */
export const LANDSCAPES_OF = ['goodput', 'delay', 'retransmitted', 'off'] as const;
export type LandscapeOf = (typeof LANDSCAPES_OF)[number];

/** The most expressions that are shown as rows. */
export const MAX_CHANNELS = 3;

export interface InstrumentsSlice {
  cursors: Cursors | null;
  trigger: Trigger | null;
  listen: Listen | null;
  /** Expressions over rows, each shown as a row; null: closed. */
  math: readonly string[] | null;
  /** The quantity that is plotted over a knob's range; null: nothing was said, the page decides. */
  landscape: LandscapeOf | null;
  /** The time of the packet that the story is about, in simulated seconds; null: no story. */
  story: number | null;
  /** Whether the panel for new forks is open. A link stores the forks themselves, not this. */
  forks: boolean;
}

export const initialInstruments: InstrumentsSlice = {
  cursors: null,
  trigger: null,
  listen: null,
  math: null,
  landscape: null,
  story: null,
  forks: false,
};

/** The instruments that a link opens; it never opens the panel of forks. */
export function instrumentsOf({
  cursors,
  trigger,
  listen,
  math,
  landscape,
  story,
}: Omit<InstrumentsSlice, 'forks'>): InstrumentsSlice {
  return { cursors, trigger, listen, math, landscape, story, forks: false };
}

export interface InstrumentsActions {
  setCursors: (cursors: Cursors | null) => void;
  /** A cursor is dragged. */
  moveCursors: (change: Partial<Pick<Cursors, 'timeS' | 'levels'>>) => void;
  /** Sets the trigger; null closes it. */
  setTrigger: (trigger: Trigger | null) => void;
  setListen: (listen: Listen | null) => void;
  /** Sets the expressions that are rows; null closes them. */
  setMath: (math: readonly string[] | null) => void;
  setLandscape: (landscape: LandscapeOf | null) => void;
  setStory: (story: number | null) => void;
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
    setStory(story) {
      set({ instruments: { ...get().instruments, story } });
    },
    openForks(forks) {
      set({ instruments: { ...get().instruments, forks } });
    },
  };
}
