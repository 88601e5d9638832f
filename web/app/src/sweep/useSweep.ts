import { useCallback, useSyncExternalStore } from 'react';
import type { SweepState, SweepStore } from '@ackscope/model/sweep';

/** The state of a sweep; runs that end within one frame are rendered together. */
export function useSweep(sweep: SweepStore): SweepState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | null = null;
      const unsubscribe = sweep.subscribe((state, before) => {
        // Changes by the reader are rendered at once.
        if (state.setup !== before.setup || state.status !== before.status) listener();
        else
          frame ??= requestAnimationFrame(() => {
            frame = null;
            listener();
          });
      });
      return () => {
        unsubscribe();
        if (frame !== null) cancelAnimationFrame(frame);
      };
    },
    [sweep],
  );
  return useSyncExternalStore(subscribe, () => sweep.getState());
}
