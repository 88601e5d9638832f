import { useEffect, useMemo, useRef, memo } from 'react';
import { cssColour, formatNumber, LaneFrame, rowDomain, rowsById, ticksFor } from '@ackscope/charts';
import type { BandSpan, RowDefinition } from '@ackscope/charts';
import { markNear, presetById, referencesApply, stateBands, trafficBands } from '@ackscope/model';
import type { Reference } from '@ackscope/model';
import { LaneSign } from '../controls/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useChartGestures } from '../lab/useChartGestures.ts';
import { windowTicks } from '../lab/knobs.ts';
import { useLanes } from '../lab/laneData.ts';
import { NARROW, useMediaQuery } from '../lab/useMediaQuery.ts';
import type { LaneView } from '../lab/laneData.ts';
import { ChartCursor } from './ChartCursor.tsx';
import { Results } from './Results.tsx';
import styles from './Lanes.module.css';

const NO_REFERENCES: readonly Reference[] = [];

/** All lanes side by side: one clock, one scale per row. */
export const Lanes = memo(function Lanes({ themeKey }: { themeKey: string }) {
  const lanes = useLanes();
  const rowIds = useLabState((state) => state.view.rows);
  const durationS = useLabState((state) => state.run.durationS);
  const scenario = useLabState((state) => state.run.scenario);
  const presetId = useLabState((state) => state.scenario.preset);
  const rows = useMemo(() => rowsById(rowIds), [rowIds]);

  const preset = presetId === null ? null : presetById(presetId);
  const references = useMemo(
    () =>
      preset !== null && scenario !== null && referencesApply(preset, scenario)
        ? preset.references
        : NO_REFERENCES,
    [preset, scenario],
  );
  const wholeRun = useMemo<[number, number]>(() => [0, durationS > 0 ? durationS : 1], [durationS]);
  const window = useLabState((state) => state.view.window);
  const timeDomain = window ?? wholeRun;
  const domains = rows.map((row) =>
    rowDomain(
      row,
      lanes.map((lane) => lane.data),
      timeDomain,
    ),
  );
  const ticks = useMemo(
    () =>
      window === null
        ? windowTicks(scenario, durationS)
        : ticksFor(window, [0, 1], 4).map((tick) => tick.value),
    [window, scenario, durationS],
  );

  const scroller = useLaneInView(lanes.length);

  return (
    <div
      ref={scroller}
      className={styles.lanes}
      data-count={lanes.length}
      style={{ '--rows': rows.length } as React.CSSProperties}
    >
      {lanes.map((lane, index) => (
        <Lane
          key={`${lane.run.label}/${index}`}
          index={index}
          lane={lane}
          rows={rows}
          domains={domains}
          timeDomain={timeDomain}
          wholeRun={wholeRun}
          ticks={ticks}
          references={references}
          hadReferences={(preset?.references.length ?? 0) > 0}
          themeKey={themeKey}
        />
      ))}
    </div>
  );
});

/** Where lanes are swiped, the one in view is the one in focus: the path above shows its packets. */
function useLaneInView(count: number): React.RefObject<HTMLDivElement | null> {
  const { store } = useLab();
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(NARROW);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || !narrow || count < 2) return;
    const lane = box.children[store.getState().view.lane];
    if (lane instanceof HTMLElement)
      box.scrollLeft = lane.offsetLeft - (box.clientWidth - lane.offsetWidth) / 2 - box.offsetLeft;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.find((item) => item.isIntersecting);
        if (entry) store.getState().actions.focusLane([...box.children].indexOf(entry.target));
      },
      { root: box, threshold: 0.75 },
    );
    for (const child of box.children) observer.observe(child);
    return () => {
      observer.disconnect();
    };
  }, [store, narrow, count]);
  return scroller;
}

interface LaneProps {
  index: number;
  lane: LaneView;
  rows: readonly RowDefinition[];
  domains: readonly [number, number][];
  timeDomain: readonly [number, number];
  wholeRun: readonly [number, number];
  ticks: readonly number[];
  references: readonly Reference[];
  hadReferences: boolean;
  themeKey: string;
}

const NO_BANDS: readonly BandSpan[] = [];

function Lane(props: LaneProps) {
  const { index, lane, rows, timeDomain } = props;
  const { signals, rules, store } = useLab();
  const actions = useActions();
  const isFocus = useLabState((state) => state.view.lane === index);
  const pickedS = useLabState((state) => {
    const { picked } = state.view;
    return picked?.lane === index
      ? (state.run.lanes[index]?.trace?.events.timeS[picked.index] ?? null)
      : null;
  });
  const trace = lane.run.trace;
  const bands = useMemo(
    () => (trace === null ? NO_BANDS : [...trafficBands(trace.info), ...stateBands(trace, rules)]),
    // Events come as the trace grows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [trace, trace?.events.revision, trace?.focus, rules],
  );
  const alone = useMemo(() => [lane.data], [lane.data]);
  const marks = useMemo(() => [lane.marks], [lane]);
  const gestures = useChartGestures();

  return (
    <section
      className={styles.lane}
      data-lane={lane.run.label}
      data-focus={isFocus || undefined}
      data-stale={lane.run.stale || undefined}
      aria-label={lane.name}
      style={{ '--lane-colour': cssColour(lane.style.colour) } as React.CSSProperties}
    >
      <button
        type="button"
        className={styles.head}
        aria-pressed={isFocus}
        title={`${lane.summary} Press to follow its packets and its decisions.`}
        onClick={() => actions.focusLane(index)}
      >
        <LaneSign colour={cssColour(lane.style.colour)} dash={lane.style.dash} mark={lane.style.mark} />
        <span className={styles.name}>{lane.name}</span>
        <span className={styles.summary}>{lane.summary}</span>
      </button>
      {lane.run.error !== null ? (
        <div className={styles.failed} role="alert">
          <strong>This lane stopped.</strong> {lane.run.error.message}
        </div>
      ) : null}
      <div className={styles.curves}>
        <LaneFrame
          label={`${lane.name}: ${rows.map((row) => row.title).join(', ')} from ${formatNumber(timeDomain[0], 4)} to ${formatNumber(timeDomain[1], 4)} seconds`}
          lanes={alone}
          rows={rows}
          domains={props.domains}
          timeDomain={timeDomain}
          timeTicks={props.ticks}
          bands={bands}
          marks={marks}
          leftOut={lane.leftOut}
          pickedS={pickedS}
          clock={signals.clock}
          hover={signals.hover}
          themeKey={props.themeKey}
          {...gestures}
          onPick={(timeS, withinS) => {
            const run = store.getState().run.lanes[index];
            const found = run === undefined ? null : markNear(index, run, rules, timeS, withinS);
            if (found === null) return false;
            actions.pick({ lane: index, index: found.index });
            return true;
          }}
        />
        <ChartCursor lane={lane} rows={rows} timeDomain={timeDomain} />
      </div>
      <Results
        lane={lane}
        references={props.references}
        hadReferences={props.hadReferences}
        timeDomain={props.wholeRun}
        isZoomed={timeDomain !== props.wholeRun}
      />
    </section>
  );
}
