import { useMemo, useRef } from 'react';
import { blocksSvg, formatNumber, formatQuantity } from '@ackscope/charts';
import type { PlannedPoint, SweepLane, SweepPlan } from '@ackscope/engine';
import { capitalized, lowered, shorten } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { askedNumber, numbersOf, shownNumber } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, SweepStore, SweepSetup } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { Band } from '../kit/Band.tsx';
import { Choice } from '../kit/Choice.tsx';
import { LaneSign } from '../kit/icons.tsx';
import { useLab } from '../lab/context.ts';
import { CostAsked } from '../site/LongRun.tsx';
import { pathLine, valuesWords } from '../scenario/pathWords.ts';
import { axesOf, figureAxis, lanesOf, numberWords, scenariosOf, valueAt } from './figure.ts';
import type { Axis } from './figure.ts';
import type { SweepPath } from './paths.ts';
import { Heat, Lines } from './SweepCharts.tsx';
import { findingOf } from './finding.ts';
import { SweepProgress, progressWords } from './Progress.tsx';
import { SweepExports } from './SweepExports.tsx';
import { ownerWords, placeWords } from './sweepTexts.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Sweep.module.css';

interface SweepResultProps {
  sweep: SweepStore;
  state: SweepState;
  paths: readonly SweepPath[];
  figure: SweptFigure | null;
  themeKey: string;
  /** In a frame of a host page: the results without export buttons. */
  isEmbedded?: boolean;
}

/** The sweep so far: progress, plot, numbers, and ways to export them. */
export function SweepResult(props: SweepResultProps) {
  const { sweep, state, paths, figure: opened, themeKey, isEmbedded = false } = props;
  const { plan, ran, cells, figureValues, setup } = state;
  const { catalogue } = useLab();
  const root = useRef<HTMLElement>(null);
  // The form may have changed: the results belong to the sweep that ran.
  const figure = opened !== null && ran?.figure === opened.key ? opened : null;
  const numbers = useMemo(() => numbersOf({ cells, figureValues }), [cells, figureValues]);
  const number = shownNumber(setup, numbers);
  const axes = useMemo(() => {
    const labelOf = (path: string): string => {
      const found = paths.find((item) => item.path === path);
      return found === undefined
        ? path
        : `${found.name} of ${ownerWords(found.owner, ran?.scenario ?? null)}`;
    };
    if (plan === null || ran === null) return [];
    return figure === null ? axesOf(plan, ran.axes, labelOf) : [figureAxis(figure)];
  }, [plan, ran, paths, figure]);
  const nameOf = (lane: SweepLane): string =>
    lane.label === lane.algorithm
      ? (catalogue.algorithms.find(({ id }) => id === lane.algorithm)?.name ?? lane.label)
      : lane.label;
  const foundAt = (plan: SweepPlan, number: SweepNumber) =>
    plan.points.map((point, index) => ({
      place: axes.map((axis, at) => placeOf(axis, point, at === 0)).join(', '),
      lanes: lanesOf(plan).map((lane, at) => ({
        name: nameOf(lane),
        value: valueAt(state, number, index, at),
      })),
    }));
  const measuredOf = (number: SweepNumber) => {
    const { name, unit } = numberWords(number, figure);
    return { name, isShare: unit === 'ratio', isGoodput: number.metric === 'total_goodput_bps' };
  };
  const shown = (number: SweepNumber, plan: SweepPlan, ran: SweepSetup) => ({
    number,
    plan,
    ran,
    figure,
    nameOf,
  });
  const choiceOf = (number: SweepNumber) => (
    <NumberChoice
      numbers={numbers}
      number={number}
      figure={figure}
      scenario={(ran ?? setup).scenario}
      onChange={(key) => sweep.change({ number: key })}
    />
  );
  const legendOf = (plan: SweepPlan) => (
    <ul className={styles.legend}>
      {lanesOf(plan).map((lane) => (
        <li key={lane.label}>
          <LaneSign look={lane.style} />
          {nameOf(lane)}
        </li>
      ))}
    </ul>
  );
  const title = titleOf(ran, figure);
  const asked = number === null || plan === null ? null : questionOf(measuredOf(number).name, axes);
  const facts = plan === null ? '' : pathLine(scenariosOf(plan));
  // Runs that are still to come may change it.
  const finding =
    state.status !== 'done' || number === null || plan === null
      ? null
      : findingOf(foundAt(plan, number), measuredOf(number));
  const picture = (shown: SweepNumber, planned: SweepPlan): string =>
    blocksSvg({
      title,
      footer: [
        `${numberWords(shown, figure, setup.scenario).label}; ${progressWords(state)} Simulated with Ackscope ${catalogue.version}`,
        location.href,
      ],
      legend: lanesOf(planned).map((lane) => ({ name: nameOf(lane), ...lane.style })),
      blocks: [...(root.current?.querySelectorAll('[data-picture] svg, [data-picture] table') ?? [])],
      themeKey,
    });
  return (
    <section ref={root} className={styles.result} aria-label="Result">
      <Band title={isEmbedded ? title : (finding ?? asked ?? title)}>
        {isEmbedded ? (
          (finding ?? undefined)
        ) : (
          <>
            {finding !== null && 'The largest difference. '}
            {title}
            {facts !== '' && `: ${facts}`}
            {plan !== null && axes.length > 0 && `. ${variedWords(axes, plan)}`}
          </>
        )}
      </Band>
      {isEmbedded && <SweepProgress state={state} />}
      {state.asking !== null && (
        <CostAsked
          title="This is a long sweep"
          over="runs"
          question={state.asking}
          note="Nothing is computed yet."
          onRun={sweep.agree}
        />
      )}
      <Problem>{isEmbedded ? (state.error?.message ?? null) : null}</Problem>
      {number !== null && setup.number !== null && askedNumber(setup, numbers) === undefined && (
        <Problem>These runs have no number “{shorten(setup.number)}”. Choose one below.</Problem>
      )}
      {number !== null && plan !== null && ran !== null && (
        <>
          {axes.length === 2 ? (
            <>
              <div className={styles.resultHead}>
                {choiceOf(number)}
                {legendOf(plan)}
              </div>
              <Heat state={state} axes={axes} {...shown(number, plan, ran)} />
            </>
          ) : (
            <Lines
              state={state}
              axis={axes[0] ?? NO_AXIS}
              onUpwards={(upwards) => sweep.change({ upwards })}
              choice={choiceOf(number)}
              legend={legendOf(plan)}
              {...shown(number, plan, ran)}
            />
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

const nameOfAxis = ({ label }: Axis): string =>
  inSentence(label.replace(/ of (hop \d+|the run|the compared flows?)(?=,|$)/, ''));

/** RTT stays RTT. */
const inSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : lowered(label));

/** What the page asks until it knows the answer. */
const questionOf = (name: string, axes: readonly Axis[]): string | null =>
  axes.length === 0 ? null : `How does the ${name} depend on the ${axes.map(nameOfAxis).join(' and the ')}?`;

/** “Varied: queue capacity of hop 1, 10 to 160 packets at 5 points, 3 seeds each”. */
function variedWords(axes: readonly Axis[], plan: SweepPlan): string {
  const each = axes.map((axis) => {
    const numbers = axis.x.filter((x) => typeof x === 'number');
    const range = numbers.length === axis.x.length ? `, ${valuesWords(numbers, axis.unit)}` : '';
    return `${inSentence(axis.label)}${range} at ${formatNumber(axis.x.length, 9)} points`;
  });
  const seeds = plan.seeds.length;
  return `Varied: ${each.join('; ')}, ${formatNumber(seeds, 9)} ${seeds === 1 ? 'seed' : 'seeds'} each`;
}

/** “Loss probability 0.01”: the hop's number is omitted. */
function placeOf(axis: Axis, point: PlannedPoint, isFirst: boolean): string {
  const x = axis.x[axis.positionOf(point)];
  const value = typeof x === 'number' ? formatQuantity(x, axis.unit) : (x ?? '');
  const label = nameOfAxis(axis);
  return `${isFirst ? capitalized(label) : label} ${value}`.trim();
}

/** Without an axis: one place, with all lanes. */
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

interface NumberChoiceProps {
  numbers: readonly SweepNumber[];
  number: SweepNumber;
  figure: SweptFigure | null;
  scenario: JsonObject;
  onChange: (key: string) => void;
}

function NumberChoice({ numbers, number, figure, scenario, onChange }: NumberChoiceProps) {
  const windows = new Set(numbers.map(({ fromS, toS }) => `${fromS}-${toS}`)).size > 1;
  const options = numbers.map((item) => {
    const { name } = numberWords(item, figure);
    const place = placeWords(item, windows, scenario);
    return { id: item.key, name: item.source === '' ? name : `${name}, ${place}` };
  });
  return <Choice label="Number" value={number.key} options={options} onChange={onChange} />;
}
