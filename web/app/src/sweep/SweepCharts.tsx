import { useState } from 'react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { cssColour, formatNumber, formatQuantity, scaleFor, SweepPlot } from '@ackscope/charts';
import type { SweepFigure, SweepX } from '@ackscope/charts';
import type { SweepLane, SweepPlan } from '@ackscope/engine';
import { FORMULAS } from '@ackscope/engine/formulas';
import { pointHref } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, SweepSetup, Upwards } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { MarkKeys } from '../gallery/MarkKeys.tsx';
import { useLab } from '../lab/context.ts';
import { lanesOf, lineFigure, numberWords, valueAt } from './figure.ts';
import type { Axis } from './figure.ts';
import { HeatKey, HeatMap } from './HeatMap.tsx';
import type { HeatCell } from './HeatMap.tsx';
import { useTheory } from './useTheory.ts';
import table from '../kit/table.module.css';
import styles from './Sweep.module.css';

interface PlotProps {
  state: SweepState;
  number: SweepNumber;
  figure: SweptFigure | null;
  nameOf: (lane: SweepLane) => string;
}

interface LinesProps extends PlotProps {
  onUpwards: (upwards: Upwards) => void;
  axis: Axis;
  plan: SweepPlan;
  ran: SweepSetup;
  /** Beside the switch of the scale: the choice of the number and of the lines. */
  choice: ReactNode;
  legend: ReactNode;
}

const formulaName = (id: string): string => FORMULAS.find((formula) => formula.id === id)?.name ?? id;

/** A sweep over one axis: plot, published values, closed forms, and numbers linked to runs. */
export function Lines({
  state,
  axis,
  number,
  figure: swept,
  nameOf,
  plan,
  ran,
  onUpwards,
  ...head
}: LinesProps) {
  const { engine } = useLab();
  const curves = useTheory(engine, { ran, plan, number, figure: swept }, formulaName);
  const figure = { ...lineFigure(plan, axis, state, number, swept, nameOf, state.setup.upwards), curves };
  const isPartial = figure.lines.some((line) => line.points.some((point) => point.isPartial));
  const { unit, label } = numberWords(number, swept, ran.scenario);
  // A table has one unit: that of its largest number.
  const means = figure.lines.flatMap((line) => line.points.map(({ mean }) => Math.abs(mean)));
  const scale = scaleFor(Math.max(0, ...means.filter(Number.isFinite)), unit);
  const hrefOf = (x: SweepX, lane: string): string | null => {
    const point = plan.points.findIndex((item) => axis.x[axis.positionOf(item)] === x);
    return point < 0 ? null : pointHref(ran, plan, point, lane);
  };
  return (
    <>
      <div className={styles.resultHead}>
        <div className={styles.controls}>
          {head.choice}
          <ToggleButton
            className={styles.log ?? ''}
            isSelected={figure.y.log}
            onChange={(isLog) => onUpwards(isLog ? 'log' : 'linear')}
          >
            Log scale
          </ToggleButton>
        </div>
        <div className={styles.ends}>{head.legend}</div>
      </div>
      <div className={styles.signs}>
        <Others figure={figure} />
        {plan.seeds.length > 1 && (
          <p>
            Line: mean of {formatNumber(plan.seeds.length, 9)} seeds
            {number.source === '' ? '' : `, ${number.fromS} to ${number.toS} s of each run`}. Band: its 95 %
            interval.
          </p>
        )}
        {/* It keeps its place: the plot does not move at the end. */}
        <p className={styles.partial} style={{ visibility: isPartial ? undefined : 'hidden' }}>
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="3.5" />
          </svg>
          fewer seeds so far
        </p>
      </div>
      <div className={styles.plot} data-picture>
        <SweepPlot
          figure={figure}
          hasNames
          label={`${figure.y.label} over ${figure.x.label}; the numbers are in the table`}
          onPick={(x, lane) => {
            const href = hrefOf(x, lane);
            if (href !== null) location.hash = href;
          }}
        />
      </div>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Numbers of the sweep">
        <table className={table.table}>
          <caption>
            Numbers of the plot: {label}
            {scale.unit === '' ? '' : `, ${scale.unit}`}
          </caption>
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
                  const text = formatNumber(point.mean / scale.factor);
                  return (
                    <td key={line.id}>
                      {href === null ? text : <a href={href}>{text}</a>}
                      {half !== null && half > 0 && (
                        <span className={styles.half}> ± {formatNumber(half / scale.factor, 2)}</span>
                      )}
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

/** The key to everything that is not simulated here. */
function Others({ figure: { lines, marks, curves } }: { figure: SweepFigure }) {
  const formulas = [...new Map(curves.map((curve) => [curve.name, curve])).values()];
  if (marks.length + formulas.length === 0) return null;
  return (
    <ul className={styles.legend} aria-label="Not simulated">
      <MarkKeys sources={marks.map(({ source }) => source)} />
      {formulas.map(({ name, line }) => (
        <li key={name}>
          <span
            className={styles.curveSign}
            style={{ borderColor: cssColour(lines.find(({ id }) => id === line)?.style.colour ?? 'slate') }}
            aria-hidden="true"
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

interface HeatProps extends PlotProps {
  axes: readonly Axis[];
  plan: SweepPlan;
  ran: SweepSetup;
}

/** A sweep over two axes: a map per lane with common colours, and two lanes' difference. */
export function Heat({ state, axes, number, figure, nameOf, plan, ran }: HeatProps) {
  const [across, down] = axes;
  /** The place under the pointer or with the focus, in all maps. */
  const [marked, setMarked] = useState<string | null>(null);
  if (across === undefined || down === undefined) return null;
  const { unit, name } = numberWords(number, figure);
  const namesOf = (axis: Axis): string[] =>
    axis.x.map((x) => (typeof x === 'number' ? formatQuantity(x, axis.unit) : x));
  const maps = lanesOf(plan).map((lane, at) => {
    const rows: (HeatCell | null)[][] = down.x.map(() => across.x.map(() => null));
    plan.points.forEach((point, index) => {
      const value = valueAt(state, number, index, at);
      const row = rows[down.positionOf(point)];
      if (value === null || row === undefined) return;
      row[across.positionOf(point)] = {
        value: value.mean,
        halfWidth: value.halfWidth,
        href: pointHref(ran, plan, index, lane.label),
      };
    });
    return { lane, rows };
  });
  const values = maps.flatMap(({ rows }) => rows.flat().flatMap((cell) => cell?.value ?? []));
  const domain = heatDomain(values, unit);
  const places = {
    across: { label: across.label, names: namesOf(across) },
    down: { label: down.label, names: namesOf(down) },
    marked,
    onMark: setMarked,
  };
  const [first, second] = differing(maps);
  return (
    <>
      <HeatKey domain={domain} unit={unit} label={name} />
      <div className={styles.maps}>
        {maps.map(({ lane, rows }) => (
          <HeatMap
            key={lane.label}
            caption={`${nameOf(lane)}: ${name}`}
            cells={rows}
            colours={{ domain, isDifference: false }}
            unit={unit}
            {...places}
          />
        ))}
        {first !== undefined && second !== undefined && unit === 'ratio' && (
          <HeatMap
            caption={`${nameOf(first.lane)} minus ${nameOf(second.lane)}, in percentage points`}
            cells={differenceOf(first.rows, second.rows)}
            colours={{ domain: [-MAX_POINTS, MAX_POINTS], isDifference: true }}
            unit="ratio"
            {...places}
          />
        )}
      </div>
    </>
  );
}

/** The difference with full colour. */
const MAX_POINTS = 0.2;

/** A share is shown on a fixed scale up to 1, so that colours mean the same in every sweep. */
function heatDomain(values: readonly number[], unit: string): [number, number] {
  if (values.length === 0) return [0, 1];
  if (unit === 'ratio' && Math.max(...values) <= 1) return [Math.min(0.3, ...values), 1];
  return [Math.min(...values), Math.max(...values)];
}

interface LaneMap {
  lane: SweepLane;
  rows: (HeatCell | null)[][];
}

/** The lanes with the highest and the lowest mean, the higher one first. */
function differing(maps: readonly LaneMap[]): LaneMap[] {
  const mean = ({ rows }: LaneMap): number => {
    const values = rows.flat().flatMap((cell) => cell?.value ?? []);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  const sorted = [...maps].sort((a, b) => mean(b) - mean(a));
  const [highest, lowest] = [sorted[0], sorted[sorted.length - 1]];
  return highest === undefined || lowest === undefined || highest === lowest ? [] : [highest, lowest];
}

function differenceOf(a: LaneMap['rows'], b: LaneMap['rows']): LaneMap['rows'] {
  return a.map((row, y) =>
    row.map((cell, x) => {
      const other = b[y]?.[x] ?? null;
      return cell === null || other === null
        ? null
        : { value: cell.value - other.value, halfWidth: null, href: cell.href };
    }),
  );
}
