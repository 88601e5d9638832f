import { memo, useMemo } from 'react';
import type { ReactNode } from 'react';
import { cssColour, formatNumber, LaneFrame } from '@ackscope/charts';
import type { BandSpan, RowDefinition } from '@ackscope/charts';
import { isQuestionOpen, stateBands, trafficBands } from '@ackscope/model';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { LaneSign } from '../kit/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { pressedMark } from './pressedMark.ts';
import { FLAT, isFrame } from '../base/mediaQueries.ts';
import { useMediaQuery } from '../base/useMediaQuery.ts';
import { useSignal } from '../base/useSignal.ts';
import { notesOf } from '../notes/cell.ts';
import { ghostOf, withGhost } from '../notes/ghost.ts';
import type { Note } from '../notes/cell.ts';
import { useChartGestures } from './useChartGestures.tsx';
import { Answers } from './Answers.tsx';
import { ChartCursor } from './ChartCursor.tsx';
import { HeadResult } from './HeadResult.tsx';
import { valuesInWords } from './spoken.ts';
import styles from './Lanes.module.css';

/** `page`: lanes are boxes with their results. `screen`: they are one surface of the lab. */
export type LanesForm = 'page' | 'screen';

export interface LaneProps {
  index: number;
  lane: LaneView;
  rows: readonly RowDefinition[];
  domains: readonly [number, number][];
  timeDomain: readonly [number, number];
  ticks: readonly number[];
  themeKey: string;
  form: LanesForm;
  /** Whether this lane has the rows' names and scale; by default only the first has. */
  isFirst?: boolean;
  /** The lanes that can be chosen here as an answer; by default this one. */
  answers?: readonly (readonly [index: number, lane: LaneView])[];
  /** Without its path and the heads of its rows: on a phone. */
  isCompact?: boolean;
  /** Content below the curves. */
  children?: ReactNode;
}

/** Loaded after the first curve. */
const LaneMarks = lazyAfterCurve('LaneMarks', () => import('../notes/LaneMarks.tsx'));
const PathStrip = lazyAfterCurve('PathStrip', () => import('../path/PathStrip.tsx'));
const RowTerms = lazyAfterCurve('RowTerms', () => import('../terms/RowTerms.tsx'));
const Grips = lazyAfterCurve('Grips', () => import('../grab/Grips.tsx'));

const NONE: readonly Note[] = [];

export const NO_BANDS: readonly BandSpan[] = [];

/** A row's scale is computed anew with each data of any lane, and is mostly the same. */
const isSame = (before: LaneProps, after: LaneProps): boolean =>
  (Object.keys(after) as (keyof LaneProps)[]).every(
    (key) => before[key] === after[key] || (key === 'domains' && before[key].join() === after[key].join()),
  );

/** One lane: its name, its curves over time, its results. Another lane's data does not render it. */
export const Lane = memo(function Lane(props: LaneProps) {
  const { index, lane, rows, timeDomain } = props;
  const { signals, rules, store } = useLab();
  const actions = useActions();
  const pickedS = useLabState((state) => {
    const { picked } = state.view;
    return picked?.lane === index ? picked.timeS : null;
  });
  const trace = lane.run.trace;
  const traffic = useMemo(() => (trace === null ? NO_BANDS : trafficBands(trace.info)), [trace]);
  const bands = useMemo(
    () => {
      const states = trace === null ? NO_BANDS : [...stateBands(trace, rules)];
      return states.length === 0 ? traffic : [...traffic, ...states];
    },
    // Events are added as the trace grows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [trace, trace?.events.revision, trace?.focus, rules, traffic],
  );
  const ghost = useSignal(ghostOf(useLab()));
  const own = ghost?.lane === index ? ghost : null;
  const alone = useMemo(() => [own === null ? lane.data : withGhost(lane.data, own)], [lane.data, own]);
  const marks = useMemo(() => [lane.marks], [lane.marks]);
  const gestures = useChartGestures();
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const notes = useSignal(notesOf(useLab()))[index] ?? NONE;
  // A phone on its side has no height for it, and from the last row of a hall no packet is seen.
  const isFlat = useMediaQuery(FLAT);
  const isPresenting = useLabState((state) => state.view.presenting);
  const hasPath = props.form === 'screen' && props.isCompact !== true && !isFrame && !isFlat && !isPresenting;
  // Before an answer there is one thing to do.
  const isAsked = useLabState(isQuestionOpen);

  return (
    <LaneSection index={index} lane={lane} form={props.form} isCompact={props.isCompact}>
      {/* A widget has the path that its page asks for. */}
      {hasPath && (
        <div className={styles.path}>
          <Later>
            <PathStrip index={index} lane={lane} themeKey={props.themeKey} />
          </Later>
        </div>
      )}
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
          form={props.form}
          hidesFuture={hidesFuture}
          isFirst={props.isFirst ?? index === 0}
          place={index}
          {...gestures}
          onPick={(timeS, withinS, row) => {
            const found = pressedMark(store.getState(), rules, index, rows, timeS, withinS, row);
            if (found !== null) actions.pick(found);
            return found !== null;
          }}
        />
        {props.form === 'screen' && (
          <Answers lanes={props.answers ?? [[index, lane]]} timeDomain={timeDomain} />
        )}
        {!isAsked && (
          <Later>
            <LaneMarks
              notes={notes}
              lane={lane}
              drawn={alone[0] ?? lane.data}
              rows={rows}
              domains={props.domains}
              timeDomain={timeDomain}
              ticks={props.ticks}
              bands={bands}
            />
          </Later>
        )}
        {props.form === 'screen' && !isAsked && (props.isFirst ?? index === 0) && (
          <Later>
            <RowTerms rows={rows} />
            <Grips lane={lane} rows={rows} domains={props.domains} timeDomain={timeDomain} />
          </Later>
        )}
        <ChartCursor
          label={`Cursor in ${lane.name}`}
          timeDomain={timeDomain}
          words={(timeS) => valuesInWords(lane, rows, timeS)}
        />
      </div>
      {props.children}
    </LaneSection>
  );
}, isSame);

/** A longer name, such as a fork's, gets smaller letters to fit on two lines. */
const LONG_NAME = 24;

/** The frame of a lane with its name, and the error that stopped it. A press focuses the lane. */
export function LaneSection({
  index,
  lane,
  form,
  isCompact = false,
  result,
  children,
}: {
  index: number;
  lane: LaneView;
  form: LanesForm;
  isCompact?: boolean | undefined;
  /** Content of the head beside the name; by default the goodput. */
  result?: ReactNode;
  children: ReactNode;
}) {
  const actions = useActions();
  const isFocus = useLabState((state) => state.view.lane === index);
  // Before an answer the lane itself is the button.
  const isAsked = useLabState(isQuestionOpen);
  const Head = isAsked ? 'div' : 'button';
  const pressed = {
    type: 'button',
    'aria-pressed': isFocus,
    onClick: () => actions.focusLane(index),
  } as const;
  return (
    <section
      className={styles.lane}
      data-form={form}
      data-compact={isCompact || undefined}
      data-lane={lane.run.label}
      data-focus={isFocus || undefined}
      data-stale={lane.run.stale || undefined}
      aria-label={lane.name}
      style={{ '--lane-colour': cssColour(lane.style.colour) } as React.CSSProperties}
    >
      <Head className={styles.head} title={lane.summary} {...(isAsked ? {} : pressed)}>
        <LaneSign look={lane.style} />
        <span className={styles.name} data-long={lane.name.length > LONG_NAME || undefined}>
          {lane.name}
        </span>
        {form === 'page' ? (
          <span className={styles.summary} data-part="summary">
            {lane.summary}
          </span>
        ) : (
          (result ?? <HeadResult index={index} lane={lane} />)
        )}
      </Head>
      {lane.run.error !== null && (
        <div className={styles.failed} role="alert">
          <strong>This lane stopped.</strong> {lane.run.error.message}
        </div>
      )}
      {children}
    </section>
  );
}
