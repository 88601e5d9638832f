import { useCallback, useSyncExternalStore } from 'react';
import type { SweepState, SweepStore } from '@ackscope/model/sweep';

/** The sweep as it is; runs that end within a frame are drawn together. */
export function useSweep(sweep: SweepStore): SweepState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | null = null;
      const unsubscribe = sweep.subscribe((state, before) => {
        // What a person did shows at once.
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
