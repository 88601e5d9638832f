import { useMemo } from 'react';
import { Button } from 'react-aria-components';
import { cssColour, formatNumber, formatQuantity, SweepPlot } from '@ackscope/charts';
import type { SweepX } from '@ackscope/charts';
import type { SweepLane } from '@ackscope/engine';
import { cellKey, measureOf, numbersOf, pointHref, shownNumber } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, SweepStore } from '@ackscope/model/sweep';
import { Choice } from '../controls/Choice.tsx';
import { LaneSign } from '../controls/icons.tsx';
import { useLab } from '../lab/context.ts';
import { CopyButton } from '../share/CopyButton.tsx';
import { axesOf, lanesOf, lineFigure, placeAt } from './figure.ts';
import type { Axis } from './figure.ts';
import { HeatMap } from './HeatMap.tsx';
import type { HeatCell } from './HeatMap.tsx';
import type { SweepPath } from './paths.ts';
import { saveText } from '../export/save.ts';
import { durationWords, metricWords, placeWords } from './words.ts';
import styles from './Sweep.module.css';

interface SweepResultProps {
  sweep: SweepStore;
  state: SweepState;
  paths: readonly SweepPath[];
}

/** What has come of the sweep so far: how far it is, the plot, the numbers, ways to take them along. */
export function SweepResult({ sweep, state, paths }: SweepResultProps) {
  const { plan, ran, cells, wish } = state;
  const { catalogue } = useLab();
  const numbers = useMemo(() => numbersOf(cells), [cells]);
  const number = shownNumber(wish, numbers);
  const axes = useMemo(() => {
    const labelOf = (path: string): string => {
      const found = paths.find((item) => item.path === path);
      return found === undefined
        ? path
        : `${found.name} of ${found.owner === 'The run' ? 'the run' : found.owner.replace(/^Hop/, 'hop')}`;
    };
    return plan === null || ran === null ? [] : axesOf(plan, ran.axes, labelOf);
  }, [plan, ran, paths]);
  const nameOf = (lane: SweepLane): string =>
    lane.label === lane.algorithm
      ? (catalogue.algorithms.find(({ id }) => id === lane.algorithm)?.name ?? lane.label)
      : lane.label;
  return (
    <section className={styles.result} aria-label="Result">
      <Progress state={state} />
      {number !== null && plan !== null && ran !== null && (
        <>
          <div className={styles.resultHead}>
            <NumberChoice
              numbers={numbers}
              number={number}
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
            <Heat state={state} axes={axes} number={number} nameOf={nameOf} />
          ) : (
            <Lines state={state} axis={axes[0] ?? NO_AXIS} number={number} nameOf={nameOf} />
          )}
          <div className={styles.exports}>
            <Button
              className={styles.secondary ?? ''}
              onPress={() => void sweep.csv().then((text) => saveText('sweep.csv', text, 'text/csv'))}
            >
              Save CSV
            </Button>
            <Button
              className={styles.secondary ?? ''}
              onPress={() =>
                void sweep
                  .report()
                  .then((report) =>
                    saveText('sweep.json', JSON.stringify(report, null, 1), 'application/json'),
                  )
              }
            >
              Save JSON
            </Button>
            <CopyButton text={location.href} label="Copy the link" />
          </div>
          <p className={styles.command}>
            The same on the command line: <code>{commandOf(state)}</code>
          </p>
        </>
      )}
    </section>
  );
}

/** Nothing is varied: one place, with all lanes in it. */
const NO_AXIS: Axis = { path: '', label: '', log: false, unit: '', x: ['the scenario'], values: [] };

function commandOf({ ran }: SweepState): string {
  const sets = (ran?.axes ?? []).map((axis) => `--set '${axis}'`);
  return ['ackscope sweep scenario.json', ...sets, `--seeds ${ran?.seeds ?? 1}`].join(' ');
}

function Progress({ state: { status, progress, leftS, plan } }: { state: SweepState }) {
  const { done, total, share } = progress;
  const points = plan === null ? 0 : plan.points.length;
  const words = {
    idle: 'Choose what is varied and press Run.',
    planning: 'Planning…',
    running: `${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs${leftS === null ? '' : `, about ${durationWords(leftS)} left`}`,
    stopped: `Cancelled after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs; what is done is below.`,
    done: `${formatNumber(total, 9)} runs at ${formatNumber(points, 9)} ${points === 1 ? 'point' : 'points'}, all done.`,
    failed:
      done > 0
        ? `Stopped after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs.`
        : 'This cannot be run.',
  }[status];
  return (
    <div className={styles.progress}>
      <progress aria-label="Runs done" value={status === 'idle' ? 0 : share} max={1} />
      {/* Told once when it changes state, not at every run. */}
      <p role={status === 'running' ? undefined : 'status'}>{words}</p>
    </div>
  );
}

interface NumberChoiceProps {
  numbers: readonly SweepNumber[];
  number: SweepNumber;
  onChange: (key: string) => void;
}

function NumberChoice({ numbers, number, onChange }: NumberChoiceProps) {
  const windows = new Set(numbers.map(({ fromS, toS }) => `${fromS}-${toS}`)).size > 1;
  const options = numbers.map((item) => {
    const { name } = metricWords(item.metric);
    return { id: item.key, name: `${name}, ${placeWords(item, windows)}` };
  });
  return <Choice label="Number" value={number.key} options={options} onChange={onChange} />;
}

interface PlotProps {
  state: SweepState;
  number: SweepNumber;
  nameOf: (lane: SweepLane) => string;
}

function Lines({ state, axis, number, nameOf }: PlotProps & { axis: Axis }) {
  const { plan, ran, cells } = state;
  if (plan === null || ran === null) return null;
  const figure = lineFigure(plan, axis, cells, number, nameOf);
  const { unit } = metricWords(number.metric);
  const hrefOf = (x: SweepX, lane: string): string | null => {
    const point = plan.points.findIndex((item) => axis.x[placeAt(axis, item)] === x);
    return point < 0 ? null : pointHref(ran, plan, point, lane);
  };
  return (
    <>
      <div className={styles.plot}>
        <SweepPlot
          figure={figure}
          label={`${figure.y.label} over ${figure.x.label}; the numbers are in the table`}
          onPick={(x, lane) => {
            const href = hrefOf(x, lane);
            if (href !== null) location.hash = href;
          }}
        />
      </div>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Numbers of the sweep">
        <table>
          <thead>
            <tr>
              <th scope="col">{axis.label}</th>
              {figure.lines.map((line) => (
                <th key={line.id} scope="col">
                  {line.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {axis.x.map((x) => (
              <tr key={String(x)}>
                <th scope="row">{typeof x === 'number' ? formatQuantity(x, axis.unit) : x}</th>
                {figure.lines.map((line) => {
                  const point = line.points.find((item) => item.x === x);
                  const href = hrefOf(x, line.id);
                  if (point === undefined) return <td key={line.id}>–</td>;
                  const half = point.interval === null ? null : point.interval[1] - point.mean;
                  const text = formatQuantity(point.mean, unit);
                  return (
                    <td key={line.id}>
                      {href === null ? text : <a href={href}>{text}</a>}
                      {half !== null && <span className={styles.half}> ± {formatQuantity(half, unit)}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Heat({ state, axes, number, nameOf }: PlotProps & { axes: readonly Axis[] }) {
  const { plan, ran, cells } = state;
  const [across, down] = axes;
  if (plan === null || ran === null || across === undefined || down === undefined) return null;
  const { name, unit } = metricWords(number.metric);
  const namesOf = (axis: Axis): string[] =>
    axis.x.map((x) => (typeof x === 'number' ? formatQuantity(x, axis.unit) : x));
  const maps = lanesOf(plan).map((lane, at) => {
    const rows: (HeatCell | null)[][] = down.x.map(() => across.x.map(() => null));
    plan.points.forEach((point, index) => {
      const measure = measureOf(cells.get(cellKey(index, at)), number);
      const row = rows[placeAt(down, point)];
      if (measure?.mean == null || row === undefined) return;
      row[placeAt(across, point)] = {
        value: measure.mean,
        halfWidth: measure.half_width,
        href: pointHref(ran, plan, index, lane.label),
      };
    });
    return { lane, rows };
  });
  const values = maps.flatMap(({ rows }) => rows.flat().flatMap((cell) => cell?.value ?? []));
  const domain: [number, number] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  return (
    <div className={styles.maps}>
      {maps.map(({ lane, rows }) => (
        <HeatMap
          key={lane.label}
          caption={`${nameOf(lane)}: ${name} of ${number.source}`}
          across={{ label: across.label, names: namesOf(across) }}
          down={{ label: down.label, names: namesOf(down) }}
          cells={rows}
          domain={domain}
          unit={unit}
        />
      ))}
    </div>
  );
}
