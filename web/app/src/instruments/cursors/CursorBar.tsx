import { useMemo } from 'react';
import { cssColour, formatNumber, formatQuantity, ROWS, scaleFor } from '@ackscope/charts';
import type { RowDefinition, Unit } from '@ackscope/charts';
import { shownRows } from '@ackscope/model';
import type { Cursors } from '@ackscope/model';
import { Choice } from '../../kit/Choice.tsx';
import { LaneSign } from '../../kit/icons.tsx';
import { Spoken } from '../../kit/Spoken.tsx';
import { useActions, useLab, useLabState } from '../../lab/context.ts';
import { cursorsOver, measured } from './cursors.ts';
import { useLanes } from '../../lab/useLanes.ts';
import { rowOf, useRows } from '../../lanes/rows.ts';
import { NumberField } from '../NumberField.tsx';
import { Dismiss } from '../Dismiss.tsx';
import styles from '../InstrumentBar.module.css';

/** The cursors' times and levels as fields, and each lane's statistics between them. */
export function CursorBar({ cursors }: { cursors: Cursors }) {
  const lab = useLab();
  const actions = useActions();
  const rowIds = useLabState((state) => shownRows(state.view.rows, state.run.lanes));
  const durationS = useLabState((state) => state.run.durationS);
  const rows = useRows(rowIds);
  const row = rows.find(({ id }) => id === cursors.row) ?? rowOf(lab, cursors.row) ?? ROWS[0];
  const { timeS, levels } = cursors;
  const apartS = Math.abs(timeS[1] - timeS[0]);
  const between = levels === null ? NaN : Math.abs(levels[1] - levels[0]);
  const { factor, unit } = rowScale(row, levels);
  if (row === undefined) return null;
  return (
    <section className={styles.bar} aria-label="Cursors">
      <Spoken
        text={`A to B ${formatQuantity(apartS, 's', 4)}${levels === null ? '' : `, level to level ${formatNumber(between / factor)} ${unit}`}.`}
      />
      <div className={styles.group}>
        <span className={styles.label}>A to B</span>
        <span className={styles.value} data-part="apart">
          {formatQuantity(apartS, 's', 4)}
        </span>
        <span className={styles.minor} data-part="frequency">
          {frequency(apartS)}
        </span>
      </div>
      <div className={styles.fields}>
        {(['A', 'B'] as const).map((name, at) => (
          <NumberField
            key={name}
            label={`Cursor ${name}, seconds`}
            short={name}
            value={timeS[at] ?? 0}
            min={0}
            max={durationS}
            step={stepFor(apartS)}
            onChange={(value) =>
              actions.moveCursors({ timeS: at === 0 ? [value, timeS[1]] : [timeS[0], value] })
            }
          />
        ))}
      </div>
      <div className={styles.group}>
        <span className={styles.label}>level to level</span>
        <span className={styles.value} data-part="levels">
          {formatNumber(between / factor)} <i>{unit}</i>
        </span>
        <span className={styles.minor} data-part="slope">
          {apartS > 0 ? `${formatNumber(between / factor / apartS)} ${unit === '' ? '1' : unit}/s` : '–'}
        </span>
      </div>
      {levels !== null && (
        <div className={styles.fields}>
          {([0, 1] as const).map((at) => (
            <NumberField
              key={at}
              label={`Level ${at + 1}, ${unit === '' ? row.short : unit}`}
              short={String(at + 1)}
              value={levels[at] / factor}
              step={stepFor(between / factor)}
              onChange={(value) =>
                actions.moveCursors({
                  levels: at === 0 ? [value * factor, levels[1]] : [levels[0], value * factor],
                })
              }
            />
          ))}
        </div>
      )}
      <Choice
        label="Row that is measured"
        className={styles.choice}
        value={row.id}
        options={rows.map(({ id, short }) => ({ id, name: short }))}
        onChange={(id) => actions.setCursors(cursorsOver(lab, cursors, id))}
      />
      <Statistics cursors={cursors} row={row} unit={unit} factor={factor} />
      <Dismiss label="Remove the cursors" shortcut="c" onPress={() => actions.setCursors(null)} />
    </section>
  );
}

function Statistics({
  cursors,
  row,
  unit,
  factor,
}: {
  cursors: Cursors;
  row: RowDefinition;
  unit: string;
  factor: number;
}) {
  const lanes = useLanes();
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  // In steps of a quarter second of the clock, to limit renderings; only with a hidden future.
  const clockS = useLabState((state) => (hidesFuture ? Math.floor(4 * state.clock.timeS) / 4 : Infinity));
  const found = useMemo(
    () => lanes.map((lane) => measured(lane, row, cursors.timeS, clockS)),
    [lanes, row, cursors.timeS, clockS],
  );
  const cell = (value: number | undefined): string => formatNumber((value ?? NaN) / factor);
  return (
    <div className={styles.scroll} role="group" aria-label="Between the cursors" tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {row.title} between A and B, in {unit === '' ? 'its own unit' : unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">between A and B</th>
            <th scope="col">mean</th>
            <th scope="col">min</th>
            <th scope="col">max</th>
            <th scope="col">integral, {integralUnit(row.unit, unit)}</th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane, index) => (
            <tr key={`${lane.run.label}/${index}`} data-measured={lane.run.label}>
              <th scope="row" style={{ color: cssColour(lane.style.colour) }}>
                <LaneSign look={lane.style} /> {lane.name}
              </th>
              <td data-part="mean">{cell(found[index]?.mean)}</td>
              <td data-part="least">{cell(found[index]?.least)}</td>
              <td data-part="most">{cell(found[index]?.most)}</td>
              <td data-part="integral">{cell(found[index]?.integral)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The frequency for this period, in a suitable unit. */
function frequency(apartS: number): string {
  if (!(apartS > 0)) return '–';
  const hertz = 1 / apartS;
  if (hertz >= 1000) return `${formatNumber(hertz / 1000)} kHz`;
  return hertz >= 1 ? `${formatNumber(hertz)} Hz` : `${formatNumber(hertz * 1000)} mHz`;
}

/** A hundredth of the measured span, rounded to 1, 2 or 5 times a power of ten. */
function stepFor(span: number): number {
  if (!(span > 0)) return 0.01;
  const decade = 10 ** Math.floor(Math.log10(span / 100));
  const digit = span / 100 / decade;
  return Number((decade * (digit < 2 ? 1 : digit < 5 ? 2 : 5)).toPrecision(1));
}

function rowScale(
  row: RowDefinition | undefined,
  levels: readonly [number, number] | null,
): { factor: number; unit: string } {
  return scaleFor(levels === null ? 1 : Math.max(...levels.map(Math.abs)), row?.unit ?? '');
}

/** The integral of a rate over time is an amount. */
function integralUnit(unit: Unit, shown: string): string {
  if (unit === 'bps') return shown.replace('bit/s', 'bit');
  return shown === '' ? 's' : `${shown}·s`;
}
