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
        const { timeRange } = store.getState().view;
        if (timeRange !== null) actions.setTimeRange([timeRange[0] + byS, timeRange[1] + byS]);
      },
      onWhole() {
        actions.setTimeRange(null);
      },
    };
  }, [store]);
}
