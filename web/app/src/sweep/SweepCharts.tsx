import { cssColour, formatQuantity, SweepPlot } from '@ackscope/charts';
import type { SweepFigure, SweepX } from '@ackscope/charts';
import type { SweepLane, SweepPlan } from '@ackscope/engine';
import { FORMULAS } from '@ackscope/engine/formulas';
import { pointHref } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, SweepSetup } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { MarkKeys } from '../gallery/MarkKeys.tsx';
import { useLab } from '../lab/context.ts';
import { lanesOf, lineFigure, numberWords, valueAt } from './figure.ts';
import type { Axis } from './figure.ts';
import { HeatMap } from './HeatMap.tsx';
import type { HeatCell } from './HeatMap.tsx';
import { useTheory } from './useTheory.ts';
import styles from './Sweep.module.css';

interface PlotProps {
  state: SweepState;
  number: SweepNumber;
  figure: SweptFigure | null;
  nameOf: (lane: SweepLane) => string;
}

interface LinesProps extends PlotProps {
  axis: Axis;
  plan: SweepPlan;
  ran: SweepSetup;
}

const formulaName = (id: string): string => FORMULAS.find((formula) => formula.id === id)?.name ?? id;

/** Over one axis: the plot with others' results and closed forms, and numbers linked to runs. */
export function Lines({ state, axis, number, figure: swept, nameOf, plan, ran }: LinesProps) {
  const { engine } = useLab();
  const curves = useTheory(engine, { ran, plan, number, figure: swept }, formulaName);
  const figure = { ...lineFigure(plan, axis, state, number, swept, nameOf), curves };
  const { unit } = numberWords(number, swept);
  const hrefOf = (x: SweepX, lane: string): string | null => {
    const point = plan.points.findIndex((item) => axis.x[axis.positionOf(item)] === x);
    return point < 0 ? null : pointHref(ran, plan, point, lane);
  };
  return (
    <>
      <Others figure={figure} />
      <div className={styles.plot} data-picture>
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

/** The signs of what is not simulated here. */
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

/** Over two axes: a map for each lane, all with the same colours. */
export function Heat({ state, axes, number, figure, nameOf, plan, ran }: HeatProps) {
  const [across, down] = axes;
  if (across === undefined || down === undefined) return null;
  const { unit, label } = numberWords(number, figure);
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
  const domain: [number, number] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  return (
    <div className={styles.maps}>
      {maps.map(({ lane, rows }) => (
        <HeatMap
          key={lane.label}
          caption={`${nameOf(lane)}: ${label}`}
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
