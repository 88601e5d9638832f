import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { LaneFrame } from '@ackscope/charts';
import type { BandSpan, MarkColumns, RowDefinition } from '@ackscope/charts';
import { shownMode, shownRows } from '@ackscope/model';
import type { LabState, Trigger } from '@ackscope/model';
import { alignedView, foundInWords } from '../laneData/aligned.ts';
import type { AlignedView } from '../laneData/aligned.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { FLAT } from '../base/mediaQueries.ts';
import { useRows } from '../lanes/rows.ts';
import { cell } from '../base/signals.ts';
import { seedLanes, useSeeds } from '../seeds/lanes.ts';
import { useLaneTabs } from '../lanes/useLaneTabs.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { LaneSection } from '../lanes/Lane.tsx';
import { LaneHeads } from '../lanes/LaneHeads.tsx';
import laneStyles from '../lanes/Lanes.module.css';
import styles from './Aligned.module.css';

const NO_IDS: readonly string[] = [];
const NO_ROWS: readonly RowDefinition[] = [];
const NO_BANDS: readonly BandSpan[] = [];
const NO_MARKS: MarkColumns = { count: 0, timeS: new Float64Array(0), kind: new Uint8Array(0) };
/** The narrowest visible span, in seconds. */
const NARROWEST_S = 1e-3;

/** The lanes aligned by the trigger: side by side, or all in one chart. */
export function Aligned({ trigger, themeKey }: { trigger: Trigger; themeKey: string }) {
  const view = useAlignedView(trigger);
  const mode = useLabState((state) => shownMode(state.charts, state.run.lanes));
  const focus = useLabState((state) => state.view.lane);
  // A narrow screen shows one lane at a time, as without a trigger.
  const isTabs = useLaneTabs(view.lanes.length) && mode !== 'overlay';
  const isOne = mode === 'overlay' || isTabs;
  const actions = useActions();
  // If only one lane is visible, it should have an occurrence; after that the reader chooses.
  const turnToFinder = useEffectEvent(() => {
    if ((view.found[focus]?.found.length ?? 0) > 0) return;
    const finder = view.found.findIndex(({ found }) => found.length > 0);
    if (finder >= 0) actions.focusLane(finder);
  });
  const hasFound = view.found.some(({ found }) => found.length > 0);
  useEffect(() => {
    if (isTabs && hasFound) turnToFinder();
  }, [isTabs, hasFound, trigger.event, trigger.place]);
  return (
    <div
      className={`${styles.aligned ?? ''} ${(isTabs ? laneStyles.tabs : isOne ? laneStyles.overlay : laneStyles.screen) ?? ''}`}
      data-tabs={isTabs || undefined}
      data-aligned={trigger.event}
      data-form="screen"
      style={{ '--rows': view.rows.length } as React.CSSProperties}
    >
      {isOne && (
        <LaneHeads
          lanes={view.lanes}
          result={(index) => <Found view={view} index={index} trigger={trigger} />}
        />
      )}
      {isOne ? (
        <div className={laneStyles.curves}>
          <Frame
            view={view}
            {...(isTabs ? { only: focus } : {})}
            trigger={trigger}
            themeKey={themeKey}
            isFirst
          />
        </div>
      ) : (
        view.lanes.map((lane, index) => (
          <LaneSection
            key={`${lane.run.label}/${index}`}
            index={index}
            lane={lane}
            form="screen"
            result={<Found view={view} index={index} trigger={trigger} />}
          >
            <div className={laneStyles.curves}>
              <Frame view={view} only={index} trigger={trigger} themeKey={themeKey} isFirst={index === 0} />
            </div>
          </LaneSection>
        ))
      )}
    </div>
  );
}

/** Recomputed when lanes, trigger or rows change, and when the clock passes an occurrence. */
export function useAlignedView(trigger: Trigger, hasRows = true): AlignedView {
  const { rules } = useLab();
  const shown = useLanes();
  const seeds = useSeeds(trigger.event === 'seeds');
  const lanes = useMemo(
    () => (trigger.event === 'seeds' ? seedLanes(shown, seeds) : shown),
    [shown, seeds, trigger.event],
  );
  const rowIds = useLabState((state) => (hasRows ? shownRows(state.view.rows, state.run.lanes) : NO_IDS));
  const wanted = useRows(rowIds);
  const fit = useLabState((state) => (state.view.wholeScale ? 'whole' : 'steady'));
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const all = useMemo(
    () => alignedView(lanes, rules, trigger, NO_ROWS, Infinity, Infinity, fit),
    [lanes, rules, trigger, fit],
  );
  // A count instead of the clock, so that nothing renders between two occurrences.
  const passed = useLabState((state) =>
    trigger.mode === 'all' && !hidesFuture
      ? Infinity
      : lastMoment(all, refreshedS(state.clock, state.run.durationS), hidesFuture ? all.span[1] : 0),
  );
  // A phone in landscape has height for only two rows.
  const isFlat = useMediaQuery(FLAT);
  return useMemo(() => {
    const untilS = hidesFuture ? passed : Infinity;
    const rows = hasRows ? wanted.slice(0, isFlat ? 2 : undefined) : NO_ROWS;
    return alignedView(lanes, rules, trigger, rows, untilS, passed, fit);
  }, [lanes, rules, trigger, wanted, hasRows, isFlat, passed, hidesFuture, fit]);
}

/** Drawing hundreds of traces costs many frames: while the clock runs, about once per second. */
const REFRESH_S = 0.8;

function refreshedS({ timeS, playing, speed }: LabState['clock'], durationS: number): number {
  const stepS = Math.min(speed * REFRESH_S, durationS / 25);
  return playing && stepS > 0 ? Math.floor(timeS / stepS) * stepS : timeS;
}

/** The latest time before the clock at which something new can be shown. */
function lastMoment({ found }: AlignedView, clockS: number, afterS: number): number {
  let last = -Infinity;
  for (const { found: list } of found)
    for (const { timeS } of list)
      for (const moment of [timeS, timeS + afterS]) if (moment <= clockS && moment > last) last = moment;
  return last;
}

function Frame({
  view,
  only,
  trigger,
  themeKey,
  isFirst,
}: {
  view: AlignedView;
  /** Index of the only lane; by default all lanes are drawn over each other. */
  only?: number;
  trigger: Trigger;
  themeKey: string;
  isFirst: boolean;
}) {
  const actions = useActions();
  // The clock of these charts stands at the event.
  const [{ clock, hover }] = useState(() => ({ clock: cell(0), hover: cell<number | null>(null) }));
  const data = useMemo(
    () => (only === undefined ? view.data : view.data.slice(only, only + 1)),
    [view.data, only],
  );
  const marks = useMemo(() => data.map(() => NO_MARKS), [data]);
  const [fromS, toS] = view.span;
  const setSpan = (a: number, b: number): void => {
    if (b - a < NARROWEST_S) return;
    // A run has nothing before its start.
    const beforeS = trigger.event === 'seeds' ? 0 : Math.min(0, a);
    actions.setTrigger({ ...trigger, span: [beforeS, Math.max(NARROWEST_S, b)] });
  };
  const names = data.map(({ name }) => name).join(', ');
  return (
    <LaneFrame
      label={`${names}: ${view.rows.map(({ title }) => title).join(', ')} from ${fromS} to ${toS} seconds around each ${view.origin}`}
      lanes={data}
      rows={view.rows}
      domains={view.domains}
      timeDomain={view.span}
      timeTicks={view.ticks}
      bands={NO_BANDS}
      marks={marks}
      leftOut={null}
      pickedS={null}
      clock={clock}
      hover={hover}
      themeKey={themeKey}
      form="screen"
      isFirst={isFirst}
      origin={view.origin}
      onHover={(timeS) => hover.set(timeS)}
      onSeek={() => undefined}
      onZoom={(factor, aboutS) =>
        setSpan(aboutS + (fromS - aboutS) * factor, aboutS + (toS - aboutS) * factor)
      }
      onPan={(byS) => setSpan(fromS + byS, toS + byS)}
      onWhole={() => actions.setTrigger({ ...trigger, span: null })}
      onPick={() => false}
    />
  );
}

/** In a lane's head: the trigger's occurrences. */
function Found({ view, index, trigger }: { view: AlignedView; index: number; trigger: Trigger }) {
  const found = view.found[index];
  if (found === undefined) return null;
  const { number, words, leftOut } = foundInWords(trigger, found);
  const left = found.found.length - found.shown.length;
  return (
    <span
      className={laneStyles.result}
      data-part="found"
      title={
        left > 0 && trigger.mode === 'all'
          ? `${left} not shown: the time around them reaches into another phase of the run, or beyond its end.`
          : undefined
      }
    >
      <b>{number}</b>{' '}
      <span className={styles.found}>
        {words}
        <span className={styles.leftOut}>{leftOut}</span>
      </span>
    </span>
  );
}

/** In `single` mode the clock plays to the next occurrence in any lane and stops there. */
export function useSingleShot(trigger: Trigger, view: AlignedView): void {
  const { store } = useLab();
  useEffect(() => {
    if (trigger.mode !== 'single') return;
    const times = view.found.flatMap(({ found }) => found.map(({ timeS }) => timeS));
    return store.subscribe((state, before) => {
      const [wasS, nowS] = [before.clock.timeS, state.clock.timeS];
      if (!before.clock.playing || !state.clock.playing || nowS <= wasS) return;
      const hit = times.filter((timeS) => timeS > wasS && timeS <= nowS).sort((a, b) => a - b)[0];
      if (hit === undefined) return;
      state.actions.pause();
      state.actions.seek(hit);
    });
  }, [store, trigger.mode, view]);
}
