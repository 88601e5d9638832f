import { useEffect, useMemo, useRef, memo } from 'react';
import type { ComponentType } from 'react';
import { domainTo, laneDomains, rowDomain, ticksFor } from '@ackscope/charts';
import { canTellStory, shownMode, shownRange } from '@ackscope/model';
import type { TimeRange } from '@ackscope/model';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { dragState } from '../lab/dragState.ts';
import { useSignal } from '../base/useSignal.ts';
import { measureTicks } from '../scenario/knobs.ts';
import { usePlacedTrace, useShownLanes } from '../measured/measured.ts';
import { notesOf } from '../notes/cell.ts';
import { rowsOnScreen, useRows } from './rows.ts';
import { FLAT } from '../base/mediaQueries.ts';
import { useLaneTabs } from './useLaneTabs.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useReferences } from './useReferences.ts';
import { Story } from '../story/late.ts';
import { ChartBar } from './ChartBar.tsx';
import { Lane } from './Lane.tsx';
import type { LanesForm } from './Lane.tsx';
import { Overlay } from '../deferredComponents.ts';
import { RowTabs } from './RowTabs.tsx';
import type { ResultsProps } from './Results.tsx';
import styles from './Lanes.module.css';

/** Loaded when a measured trace is shown. */
const MeasuredBar = lazyNamed('MeasuredBar', () => import('../measured/MeasuredBar.tsx'));

/** Loaded when two flows are compared in the phase plot. */
const PhaseLanes = lazyNamed('PhaseLanes', () => import('./PhaseLanes.tsx'));

/** Loaded when there are expressions over rows. */
const MathRows = lazyNamed('MathRows', () => import('../instruments/math/MathRows.tsx'));

/** Loaded when a trigger is set. */
const Aligned = lazyNamed('Aligned', () => import('../instruments/Aligned.tsx'));

/** All lanes side by side: one clock, one scale per row. */
export const Lanes = memo(function Lanes({
  themeKey,
  results: Results,
  isLesson = false,
}: {
  themeKey: string;
  /** The results below each lane of a page. On the lab's screen they are in a drawer. */
  results?: ComponentType<ResultsProps>;
  /** Curves are read against their levels, and each interval has its name. */
  isLesson?: boolean;
}) {
  const form: LanesForm = Results === undefined ? 'screen' : 'page';
  const lanes = useShownLanes();
  const isScreen = form === 'screen';
  const flat = useMediaQuery(FLAT) && isScreen;
  const narrow = useLaneTabs(lanes.length) && isScreen && !flat && lanes.length > 1;
  const isMeasured = usePlacedTrace() !== null;
  const mode = useLabState((state) => shownMode(state.charts, state.run.lanes));
  const rowIds = useLabState((state) =>
    rowsOnScreen(state, lanes, mode === 'lanes' && isScreen, mode === 'overlay'),
  );
  const durationS = useLabState((state) => state.run.durationS);
  const scenario = useLabState((state) => state.run.scenario);
  const rows = useRows(rowIds);
  const fit = useLabState((state) => (state.view.wholeScale ? 'whole' : 'steady'));

  const references = useReferences();
  const wholeRun = useMemo<[number, number]>(() => [0, durationS > 0 ? durationS : 1], [durationS]);
  const timeRange = useShownRange();
  const timeDomain = timeRange ?? wholeRun;
  const data = lanes.map((lane) => lane.data);
  // While a line is in the hand, the scales stay.
  const held = useSignal(dragState(useLab()))?.domains;
  const marked = useSignal(notesOf(useLab()));
  const domains = rows.map((row): [number, number] => {
    const [low, high] = held?.get(row.id) ?? rowDomain(row, data, timeDomain, fit, isLesson);
    // What a learner predicted is on the scale, too.
    const values = isLesson ? marked.flat().filter((note) => note.row === row.id) : [];
    return [low, Math.max(high, ...values.map(({ value }) => domainTo(value)[1]))];
  });
  const ticks = useMemo(
    () =>
      timeRange === null
        ? measureTicks(scenario, durationS)
        : ticksIn(timeRange, measureTicks(scenario, durationS)),
    [timeRange, scenario, durationS],
  );

  const scroller = useLaneInView(mode === 'lanes' && !isScreen ? lanes.length : 0);
  // All lanes have the same width: there is room for more ticks, and between them for the names of the bands.
  const wideTicks = useMemo(
    () => (isScreen && !narrow ? ticksFor(timeDomain, [0, 1], 6).map((tick) => tick.value) : ticks),
    [isScreen, narrow, timeDomain, ticks],
  );
  const trigger = useLabState((state) => state.instruments.trigger);
  const math = useLabState((state) => state.instruments.math);
  const story = useLabState((state) => (canTellStory(state) ? state.instruments.story : null));
  const shared = { rows, domains, timeDomain, themeKey, form };

  return (
    <>
      {!isScreen && <ChartBar lanes={lanes} />}
      {isMeasured && (
        <Later>
          <MeasuredBar />
        </Later>
      )}
      {math !== null && (
        <Later>
          <MathRows math={math} />
        </Later>
      )}
      {story !== null && isScreen ? (
        <Later>
          <Story storyS={story} themeKey={themeKey} />
        </Later>
      ) : trigger !== null ? (
        <Later>
          <Aligned trigger={trigger} themeKey={themeKey} />
        </Later>
      ) : mode === 'overlay' ? (
        <Later>
          <Overlay {...shared} lanes={lanes} ticks={wideTicks} />
        </Later>
      ) : mode === 'phase' ? (
        <Later>
          <PhaseLanes lanes={lanes} timeDomain={timeDomain} themeKey={themeKey} form={form} />
        </Later>
      ) : narrow ? (
        <RowTabs {...shared} lanes={lanes} ticks={ticks} />
      ) : (
        <div
          ref={scroller}
          className={isScreen ? styles.screen : styles.lanes}
          data-count={lanes.length}
          data-zoomed={timeRange !== null || undefined}
          style={{ '--rows': rows.length } as React.CSSProperties}
        >
          {lanes.map((lane, index) => (
            <Lane
              key={`${lane.run.label}/${index}`}
              {...shared}
              domains={laneDomains(rows, domains, data, lane.data, timeDomain)}
              index={index}
              lane={lane}
              ticks={ticks}
            >
              {Results !== undefined && (
                <Results
                  lane={lane}
                  references={references}
                  timeDomain={wholeRun}
                  isZoomed={timeRange !== null}
                  namesIntervals={isLesson || timeRange !== null}
                  shown={timeDomain}
                />
              )}
            </Lane>
          ))}
        </div>
      )}
    </>
  );
});

/** The range on the screen. Equal ranges stay the same object. */
function useShownRange(): TimeRange | null {
  const text = useLabState((state) => shownRange(state)?.join(' ') ?? null);
  return useMemo(() => {
    const [fromS = NaN, toS = NaN] = text?.split(' ').map(Number) ?? [];
    return text === null ? null : [fromS, toS];
  }, [text]);
}

/** The ticks of a range: those of the run, if the range is what has been played up to one of them. */
function ticksIn([fromS, toS]: readonly [number, number], ofRun: readonly number[]): number[] {
  if (fromS === 0 && ofRun.includes(toS)) return ofRun.filter((timeS) => timeS <= toS);
  return ticksFor([fromS, toS], [0, 1], 4).map((tick) => tick.value);
}

/** When lanes are swiped, the visible one gets the focus: the path above shows its packets. */
function useLaneInView(count: number): React.RefObject<HTMLDivElement | null> {
  const { store } = useLab();
  const scroller = useRef<HTMLDivElement>(null);
  const swipes = useLaneTabs(count, false);
  useEffect(() => {
    const box = scroller.current;
    if (box === null || !swipes || count < 2) return;
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
  }, [store, swipes, count]);
  return scroller;
}
