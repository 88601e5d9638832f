import { useMemo, useRef } from 'react';
import { blocksSvg, cssColour, formatNumber } from '@ackscope/charts';
import type { SweepLane, SweepPlan } from '@ackscope/engine';
import { numbersOf, shownNumber } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, SweepStore, SweepSetup } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { Choice } from '../controls/Choice.tsx';
import { LaneSign } from '../controls/icons.tsx';
import { useLab } from '../lab/context.ts';
import { CostAsked } from '../panels/LongRun.tsx';
import { axesOf, figureAxis, lanesOf, numberWords } from './figure.ts';
import type { Axis } from './figure.ts';
import type { SweepPath } from './paths.ts';
import { Heat, Lines } from './SweepCharts.tsx';
import { SweepExports } from './SweepExports.tsx';
import { durationWords, placeWords } from './words.ts';
import styles from './Sweep.module.css';

interface SweepResultProps {
  sweep: SweepStore;
  state: SweepState;
  paths: readonly SweepPath[];
  figure: SweptFigure | null;
  themeKey: string;
  /** In a frame of somebody's page: what was found, and nothing to take along. */
  isEmbedded?: boolean;
}

/** The sweep so far: progress, plot, numbers, and ways to export them. */
export function SweepResult(props: SweepResultProps) {
  const { sweep, state, paths, figure: opened, themeKey, isEmbedded = false } = props;
  const { plan, ran, cells, figureValues, setup } = state;
  const { catalogue } = useLab();
  const root = useRef<HTMLElement>(null);
  // The form may ask for something else by now; what is shown is of what ran.
  const figure = opened !== null && ran?.figure === opened.key ? opened : null;
  const numbers = useMemo(() => numbersOf({ cells, figureValues }), [cells, figureValues]);
  const number = shownNumber(setup, numbers);
  const axes = useMemo(() => {
    const labelOf = (path: string): string => {
      const found = paths.find((item) => item.path === path);
      return found === undefined
        ? path
        : `${found.name} of ${found.owner === 'The run' ? 'the run' : found.owner.replace(/^Hop/, 'hop')}`;
    };
    if (plan === null || ran === null) return [];
    return figure === null ? axesOf(plan, ran.axes, labelOf) : [figureAxis(figure)];
  }, [plan, ran, paths, figure]);
  const nameOf = (lane: SweepLane): string =>
    lane.label === lane.algorithm
      ? (catalogue.algorithms.find(({ id }) => id === lane.algorithm)?.name ?? lane.label)
      : lane.label;
  const shown = (number: SweepNumber, plan: SweepPlan, ran: SweepSetup) => ({
    number,
    plan,
    ran,
    figure,
    nameOf,
  });
  const title = titleOf(ran, figure);
  const picture = (shown: SweepNumber, planned: SweepPlan): string =>
    blocksSvg({
      title,
      footer: [
        `${numberWords(shown, figure).label}; ${progressWords(state)} Simulated with Ackscope ${catalogue.version}`,
        location.href,
      ],
      legend: lanesOf(planned).map((lane) => ({ name: nameOf(lane), ...lane.style })),
      blocks: [...(root.current?.querySelectorAll('[data-picture] svg, [data-picture] table') ?? [])],
      themeKey,
    });
  return (
    <section ref={root} className={styles.result} aria-label="Result">
      {isEmbedded && <h1 className={styles.embedTitle}>{title}</h1>}
      <Progress state={state} />
      {state.asking !== null && (
        <CostAsked
          title="This is a long sweep"
          over="runs"
          question={state.asking}
          note="Nothing is computed yet."
          onRun={sweep.agree}
        />
      )}
      {isEmbedded && state.error !== null && <p role="alert">{state.error.message}</p>}
      {number !== null && plan !== null && ran !== null && (
        <>
          <div className={styles.resultHead}>
            <NumberChoice
              numbers={numbers}
              number={number}
              figure={figure}
              onChange={(key) => sweep.change({ number: key })}
            />
            <ul className={styles.legend}>
              {lanesOf(plan).map((lane) => (
                <li key={lane.label}>
                  <LaneSign
                    colour={cssColour(lane.style.colour)}
                    dash={lane.style.dash}
                    mark={lane.style.mark}
                  />
                  {nameOf(lane)}
                </li>
              ))}
            </ul>
          </div>
          {axes.length === 2 ? (
            <Heat state={state} axes={axes} {...shown(number, plan, ran)} />
          ) : (
            <Lines state={state} axis={axes[0] ?? NO_AXIS} {...shown(number, plan, ran)} />
          )}
          {!isEmbedded && (
            <SweepExports
              sweep={sweep}
              picture={() => picture(number, plan)}
              name={figure === null ? 'sweep' : figure.entry.id}
              title={title}
            />
          )}
          {!isEmbedded && (
            <p className={styles.command}>
              The same on the command line: <code>{commandOf(state, figure)}</code>
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Nothing is varied: one place, with all lanes in it. */
const NO_AXIS: Axis = { label: '', log: false, unit: '', x: ['the scenario'], positionOf: () => 0 };

function titleOf(ran: SweepSetup | null, figure: SweptFigure | null): string {
  if (figure !== null) return `${figure.entry.title} (${figure.entry.paper}, ${figure.panel.figure})`;
  const title = ran?.scenario.title;
  return typeof title === 'string' && title !== '' ? title : 'A sweep';
}

function commandOf({ ran }: SweepState, figure: SweptFigure | null): string {
  if (figure !== null)
    return `ackscope reproduce ${figure.entry.id}${figure.form === 'quick' ? ' --quick' : ''}`;
  const sets = (ran?.axes ?? []).map((axis) => `--set '${axis}'`);
  return ['ackscope sweep scenario.json', ...sets, `--seeds ${ran?.seeds ?? 1}`].join(' ');
}

function progressWords({ status, progress, leftS, plan }: SweepState): string {
  const { done, total } = progress;
  const points = plan === null ? 0 : plan.points.length;
  return {
    idle: 'Choose a quantity and press Run.',
    planning: 'Planning…',
    asking: 'Waiting for your answer.',
    running: `${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs${leftS === null ? '' : `, about ${durationWords(leftS)} left`}`,
    stopped: `Cancelled after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs. The finished runs are shown below.`,
    done: `${formatNumber(total, 9)} runs at ${formatNumber(points, 9)} ${points === 1 ? 'point' : 'points'}, all done.`,
    failed:
      done > 0
        ? `Stopped after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs.`
        : 'This sweep cannot run.',
  }[status];
}

function Progress({ state }: { state: SweepState }) {
  const { status, progress } = state;
  return (
    <div className={styles.progress}>
      <progress aria-label="Runs done" value={status === 'idle' ? 0 : progress.share} max={1} />
      {/* Told once when it changes state, not at every run. */}
      <p role={status === 'running' ? undefined : 'status'}>{progressWords(state)}</p>
    </div>
  );
}

interface NumberChoiceProps {
  numbers: readonly SweepNumber[];
  number: SweepNumber;
  figure: SweptFigure | null;
  onChange: (key: string) => void;
}

function NumberChoice({ numbers, number, figure, onChange }: NumberChoiceProps) {
  const windows = new Set(numbers.map(({ fromS, toS }) => `${fromS}-${toS}`)).size > 1;
  const options = numbers.map((item) => {
    const { name } = numberWords(item, figure);
    return { id: item.key, name: item.source === '' ? name : `${name}, ${placeWords(item, windows)}` };
  });
  return <Choice label="Number" value={number.key} options={options} onChange={onChange} />;
}
