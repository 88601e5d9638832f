/** Undo and redo through the scenarios that were wanted. */
import type { JsonObject } from '../json.ts';

/** What an undo restores: the scenario and its preset. */
export interface HistoryEntry {
  wanted: JsonObject;
  preset: string | null;
}

export interface HistorySlice {
  past: readonly HistoryEntry[];
  future: readonly HistoryEntry[];
  /** The place of the last change, and when it was: quick changes of one place are one step. */
  touched: string | null;
  touchedMs: number;
  /** Whether a hand holds a knob: however slow it is, its changes are one step. */
  isHeld: boolean;
}

export const initialHistory: HistorySlice = {
  past: [],
  future: [],
  touched: null,
  touchedMs: 0,
  isHeld: false,
};

const MAX_STEPS = 200;
/** Successive changes of one place within this time are one step. */
const ONE_MOVE_MS = 1000;

/** The history after a change of `place` (null: always a step of its own) away from `before`. */
export function remembered(
  history: HistorySlice,
  before: HistoryEntry,
  place: string | null,
  nowMs: number,
): HistorySlice {
  const goesOn =
    place !== null &&
    place === history.touched &&
    (history.isHeld || nowMs - history.touchedMs < ONE_MOVE_MS) &&
    history.past.length > 0;
  return {
    ...history,
    past: goesOn ? history.past : [...history.past, before].slice(-MAX_STEPS),
    future: [],
    touched: place,
    touchedMs: nowMs,
  };
}

/** The history once a hand takes a knob, or lets it go: what it changes is a step of its own. */
export function heldHistory(history: HistorySlice, isHeld: boolean): HistorySlice {
  return { ...history, isHeld, touched: null };
}

/** One step back (−1) or forward (+1) from `now`: what to show, and the new history; or null. */
export function stepped(
  history: HistorySlice,
  now: HistoryEntry,
  direction: 1 | -1,
): { moment: HistoryEntry; history: HistorySlice } | null {
  const from = direction < 0 ? history.past : history.future;
  const moment = from[from.length - 1];
  if (moment === undefined) return null;
  const rest = from.slice(0, -1);
  const past = direction < 0 ? rest : [...history.past, now];
  const future = direction < 0 ? [...history.future, now] : rest;
  return { moment, history: { ...history, past, future, touched: null, touchedMs: 0 } };
}
