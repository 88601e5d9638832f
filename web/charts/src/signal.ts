import { useEffect, useRef } from 'react';
import type { Signal } from './types.ts';

/** Runs `effect` now and at every change, outside React: for canvases and fast text. */
export function useSignals(signals: readonly Signal<unknown>[], effect: () => void): void {
  const latest = useRef(effect);
  useEffect(() => {
    latest.current = effect;
    effect();
  });
  useEffect(() => {
    const stops = signals.map((signal) => signal.subscribe(() => latest.current()));
    return () => {
      for (const stop of stops) stop();
    };
    // The list is new at every render; only its members matter.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, signals);
}

/** Digits that change sixty times a second are unreadable; ten times a second is readable. */
const READABLE_MS = 90;

/**
 * The same for digits, at a readable pace: earlier changes wait, and then the latest effect runs,
 * not the one that was current when the wait began, whose data may be outdated.
 */
export function usePacedSignals(signals: readonly Signal<unknown>[], effect: () => void): void {
  const latest = useRef(effect);
  const pace = useRef<{ lastMs: number; timer: ReturnType<typeof setTimeout> | null }>({
    lastMs: -Infinity,
    timer: null,
  });
  useEffect(() => {
    latest.current = effect;
  });
  useSignals(signals, () => {
    const state = pace.current;
    if (state.timer !== null) return;
    const write = (): void => {
      state.timer = null;
      state.lastMs = performance.now();
      latest.current();
    };
    const waitMs = READABLE_MS - (performance.now() - state.lastMs);
    if (waitMs <= 0) write();
    else state.timer = setTimeout(write, waitMs);
  });
  useEffect(() => {
    const state = pace.current;
    return () => {
      if (state.timer !== null) clearTimeout(state.timer);
      state.timer = null;
    };
  }, []);
}
