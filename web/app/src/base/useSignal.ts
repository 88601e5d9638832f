import { useCallback, useSyncExternalStore } from 'react';
import type { Signal } from '@ackscope/charts';

/** The value of a signal; the component renders when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(
    useCallback((listener) => signal.subscribe(listener), [signal]),
    () => signal.get(),
  );
}
