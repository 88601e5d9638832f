import { useEffect, useRef } from 'react';
import type { Signal } from './types.ts';

/** Runs `effect` now and at every change of the signals, outside React: for canvases and text that changes sixty times a second. */
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
    // The list is written anew at every render; its members decide.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, signals);
}
