import { useMemo } from 'react';
import type { GestureActions } from '@ackscope/charts';
import { useLab } from './context.ts';

/** What a hand on any chart does to the store; picking a mark is each chart's own. */
export function useChartGestures(): Omit<GestureActions, 'onPick'> {
  const { store } = useLab();
  return useMemo(() => {
    const { actions } = store.getState();
    return {
      onHover: actions.hover,
      onSeek(timeS) {
        actions.seek(timeS);
        actions.pick(null);
      },
      onZoom: actions.zoom,
      onPan(byS) {
        const { window } = store.getState().view;
        if (window !== null) actions.setWindow([window[0] + byS, window[1] + byS]);
      },
      onWindow(fromS, toS) {
        actions.setWindow([fromS, toS]);
      },
      onWhole() {
        actions.setWindow(null);
      },
    };
  }, [store]);
}
