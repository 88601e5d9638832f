import { useMemo } from 'react';
import type { GestureActions, LaneFrameProps } from '@ackscope/charts';
import { useLab } from './context.ts';

/** The gestures of any chart and their effect on the store; each chart picks marks itself. */
export function useChartGestures(): Omit<GestureActions, 'onPick'> &
  Required<Pick<LaneFrameProps, 'cursors' | 'onCursors'>> {
  const { store, signals } = useLab();
  return useMemo(() => {
    const { actions } = store.getState();
    return {
      cursors: signals.cursors,
      onCursors: actions.moveCursors,
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
  }, [store, signals]);
}
