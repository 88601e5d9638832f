import { useMemo } from 'react';
import { formatNumber, LaneFrame } from '@ackscope/charts';
import { trafficBands } from '@ackscope/model';
import type { MarksLeftOut } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { BandNames } from '../notes/BandNames.tsx';
import { pressedMark } from './pressedMark.ts';
import { useChartGestures } from './useChartGestures.tsx';
import { Answers } from './Answers.tsx';
import { ChartCursor } from './ChartCursor.tsx';
import { LaneHeads } from './LaneHeads.tsx';
import { NO_BANDS } from './Lane.tsx';
import type { LaneProps } from './Lane.tsx';
import { valuesInWords } from './spoken.ts';
import styles from './Lanes.module.css';

interface OverlayProps extends Pick<
  LaneProps,
  'rows' | 'domains' | 'timeDomain' | 'ticks' | 'themeKey' | 'form'
> {
  lanes: readonly LaneView[];
}

/** The earliest time from which marks are missing in a lane, and how many are missing in all. */
function earliestEnd(lanes: readonly LaneView[]): MarksLeftOut | null {
  const ends = lanes.flatMap((lane) => lane.leftOut ?? []);
  if (ends.length === 0) return null;
  return {
    fromS: Math.min(...ends.map(({ fromS }) => fromS)),
    count: ends.reduce((sum, { count }) => sum + count, 0),
  };
}

/** All lanes in one chart, row by row, each with its line of marks; a press takes the nearest. */
export function Overlay(props: OverlayProps) {
  const { lanes, rows, timeDomain } = props;
  const { signals, rules, store } = useLab();
  const actions = useActions();
  const gestures = useChartGestures();
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const trace = lanes[0]?.run.trace ?? null;
  const bands = useMemo(() => (trace === null ? NO_BANDS : trafficBands(trace.info)), [trace]);
  const data = useMemo(() => lanes.map((lane) => lane.data), [lanes]);
  const marks = useMemo(() => lanes.map((lane) => lane.marks), [lanes]);
  const ends = earliestEnd(lanes);
  const names = lanes.map((lane) => lane.name).join(', ');
  return (
    <section
      className={styles.overlay}
      aria-label="All lanes in one chart"
      data-overlay
      data-form={props.form}
      style={{ '--rows': rows.length } as React.CSSProperties}
    >
      {props.form === 'screen' && <LaneHeads lanes={lanes} />}
      <div className={styles.curves}>
        <LaneFrame
          label={`${names} in one chart: ${rows.map((row) => row.title).join(', ')} from ${formatNumber(timeDomain[0], 4)} to ${formatNumber(timeDomain[1], 4)} seconds`}
          lanes={data}
          rows={rows}
          domains={props.domains}
          timeDomain={timeDomain}
          timeTicks={props.ticks}
          bands={bands}
          marks={marks}
          leftOut={ends}
          pickedS={null}
          clock={signals.clock}
          hover={signals.hover}
          themeKey={props.themeKey}
          form={props.form}
          hidesFuture={hidesFuture}
          isFirst
          {...gestures}
          onPick={(timeS, withinS, row) => {
            const state = store.getState();
            const near = state.run.lanes.flatMap(
              (_, lane) => pressedMark(state, rules, lane, rows, timeS, withinS, row) ?? [],
            );
            const nearest = near.sort((a, b) => Math.abs(a.timeS - timeS) - Math.abs(b.timeS - timeS))[0];
            if (nearest !== undefined) actions.pick(nearest);
            return nearest !== undefined;
          }}
        />
        {trace !== null && (
          <BandNames info={trace.info} bands={bands} timeDomain={timeDomain} ticks={props.ticks} />
        )}
        {props.form === 'screen' && (
          <Answers lanes={lanes.map((lane, index) => [index, lane])} timeDomain={timeDomain} />
        )}
        <ChartCursor
          label="Cursor over all lanes"
          timeDomain={timeDomain}
          words={(timeS) =>
            lanes.map((lane) => `${lane.name} ${valuesInWords(lane, rows, timeS)}`).join('; ')
          }
        />
      </div>
    </section>
  );
}
