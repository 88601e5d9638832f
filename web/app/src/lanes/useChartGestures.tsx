import { useMemo } from 'react';
import type { ComponentProps } from 'react';
import type { GestureActions, LaneFrameProps } from '@ackscope/charts';
import { shownRange } from '@ackscope/model';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { Later } from '../kit/Later.tsx';
import { useLab, useLabState } from '../lab/context.ts';

/** Loaded when there are cursors. */
const Part = lazyNamed('Cursors', () => import('@ackscope/charts/cursors'));

function Cursors(props: ComponentProps<typeof Part>) {
  return (
    <Later>
      <Part {...props} />
    </Later>
  );
}

/** The gestures of any chart and their effect on the store; each chart picks marks itself. */
export function useChartGestures(): Omit<GestureActions, 'onPick'> &
  Required<Pick<LaneFrameProps, 'cursors' | 'Cursors' | 'onCursors'>> {
  const { store, signals } = useLab();
  const hasCursors = useLabState((state) => state.instruments.cursors !== null);
  return useMemo(() => {
    const { actions } = store.getState();
    return {
      cursors: signals.cursors,
      Cursors: hasCursors ? Cursors : undefined,
      onCursors: actions.moveCursors,
      onHover: actions.hover,
      onSeek(timeS) {
        actions.seek(timeS);
        actions.pick(null);
      },
      onZoom: actions.zoom,
      onPan(byS) {
        const timeRange = shownRange(store.getState());
        if (timeRange !== null) actions.setTimeRange([timeRange[0] + byS, timeRange[1] + byS]);
      },
      onWhole() {
        actions.setTimeRange(null);
      },
    };
  }, [store, signals, hasCursors]);
}
