import { Fragment } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber, formatQuantity } from '@ackscope/charts';
import type { SeriesStyle, Unit } from '@ackscope/charts';
import type { Catalogue, CellScore, ScorePath, SweepSpec } from '@ackscope/engine';
import { REFERENCE } from '@ackscope/model/score';
import type { ScoreOrder, ScoreRow } from '@ackscope/model/score';
import { LaneSign } from '../kit/icons.tsx';
import { partOf, spreadOf, wayOf } from './bars.ts';
import { ScoreHead } from './ScoreHead.tsx';
import {
  barWords,
  cellWords,
  changeOf,
  changeWords,
  formatHalf,
  halfWords,
  meanWords,
} from './scoreTexts.ts';
import styles from './Score.module.css';

export interface ScoreTableProps {
  paths: readonly ScorePath[];
  /** The scenarios of the paths; null until the engine has told them. */
  spec: SweepSpec | null;
  algorithms: Catalogue['algorithms'];
  rows: readonly ScoreRow[];
  /** What the cells draw: that by which the rows are ordered. */
  drawn: ScoreOrder;
  /** The algorithm whose numbers are shown. */
  open: string | null;
  lookOf: (algorithm: string) => SeriesStyle | undefined;
  nameOf: (row: ScoreRow) => string;
  hrefOf: (path: number, algorithm: string) => string | null;
  onOpen: (algorithm: string | null) => void;
}

/** Algorithms by paths; a row opens to its numbers. */
export function ScoreTable(props: ScoreTableProps) {
  const { paths, spec, algorithms, rows, drawn, open, lookOf, nameOf, onOpen } = props;
  const reference = rows.find(({ algorithm }) => algorithm === REFERENCE);
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Algorithms and paths">
      <table className={styles.table}>
        <ScoreHead paths={paths} spec={spec} algorithms={algorithms} drawn={drawn} />
        <tbody>
          {rows.map((row) => {
            const look = lookOf(row.algorithm);
            const isOpen = row.algorithm === open;
            return (
              <Fragment key={row.algorithm}>
                <tr data-algorithm={row.algorithm} data-open={isOpen}>
                  <th scope="row">
                    <Button
                      className={styles.name ?? ''}
                      aria-expanded={isOpen}
                      onPress={() => onOpen(isOpen ? null : row.algorithm)}
                    >
                      {look && <LaneSign look={look} />}
                      {nameOf(row)}
                    </Button>
                  </th>
                  {paths.map((path, at) => (
                    <td key={path.id} data-path={path.id} data-differs={row.differs[at] === true}>
                      <Cell
                        drawn={drawn}
                        cell={row.cells[at] ?? null}
                        reference={row.algorithm === REFERENCE ? null : (reference?.cells[at] ?? null)}
                        differs={row.differs[at] === true}
                      />
                    </td>
                  ))}
                </tr>
                {isOpen && <Numbers {...props} row={row} reference={reference ?? row} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cell({
  drawn,
  cell,
  reference,
  differs,
}: {
  drawn: ScoreOrder;
  cell: CellScore | null;
  /** New Reno's, unless this is its own. */
  reference: CellScore | null;
  differs: boolean;
}) {
  const words = cellWords(cell) + (differs ? '; differs from what was recorded' : '');
  const part = partOf(drawn, cell);
  const { way, tint } = wayOf(drawn, cell, reference);
  const spread = spreadOf(drawn, cell);
  return (
    <span className={styles.cell} title={words}>
      <span className="visually-hidden">{words}</span>
      {part !== null && (
        <span
          className={styles.bar}
          data-way={way}
          style={{ '--tint': tint.toFixed(2) } as React.CSSProperties}
          aria-hidden="true"
        >
          <span data-bar={drawn} style={{ width: `${(part * 100).toFixed(1)}%` }} />
          {spread !== null && (
            <i
              data-spread=""
              style={{
                left: `${(spread[0] * 100).toFixed(1)}%`,
                width: `${((spread[1] - spread[0]) * 100).toFixed(1)}%`,
              }}
            />
          )}
          <b>
            {barWords(drawn, cell)}
            {drawn === 'goodput' && <span className="visually-hidden"> %</span>}
          </b>
        </span>
      )}
    </span>
  );
}

type Measured = CellScore['goodput_bps'] | null;

/** A mean with half its interval, and the number of runs if not all have this value. */
function WithInterval({
  cell,
  of,
  unit,
}: {
  cell: CellScore;
  of: (cell: CellScore) => Measured;
  unit: Unit;
}) {
  const value = of(cell);
  return (
    <>
      {meanWords(value, cell.goodput_bps.count, (mean) => formatQuantity(mean, unit))}
      {value?.half_width != null && value.half_width > 0 && (
        <span className={styles.half}>{halfWords(value, (half, mean) => formatHalf(half, mean, unit))}</span>
      )}
    </>
  );
}

interface NumbersProps extends ScoreTableProps {
  row: ScoreRow;
  reference: ScoreRow;
}

/** The numbers of the open row, one quantity per row. */
function Numbers({ paths, row, reference, hrefOf }: NumbersProps) {
  const lines: readonly [string, (cell: CellScore) => Measured, Unit][] = [
    ['p95 delay', (cell) => cell.p95_delay_s, 's'],
    ['p99 delay', (cell) => cell.p99_delay_s, 's'],
    ['dropped', (cell) => cell.loss_ratio, 'ratio'],
    ['retransmitted', (cell) => cell.retransmission_ratio, 'ratio'],
    ['marked', (cell) => cell.mark_ratio, 'ratio'],
    ['Jain index', (cell) => cell.jain_index, ''],
    ['friendliness', (cell) => cell.friendliness, ''],
    ['convergence', (cell) => cell.convergence_s, 's'],
  ];
  return (
    <>
      <tr className={styles.numbers} data-part="numbers">
        <th scope="row">Goodput, Mbit/s</th>
        {paths.map((path, at) => {
          const goodput = row.cells[at]?.goodput_bps;
          return (
            <td key={path.id}>
              <strong>{goodput?.mean == null ? '–' : formatNumber(goodput.mean / 1e6)}</strong>
              {goodput !== undefined && (
                <span className={styles.half}>
                  {halfWords(goodput, (half) => formatNumber(half / 1e6, 2))}
                </span>
              )}
            </td>
          );
        })}
      </tr>
      {row.algorithm !== REFERENCE && (
        <tr className={styles.numbers} data-part="change">
          <th scope="row">vs New Reno</th>
          {paths.map((path, at) => {
            const change = changeOf(row.cells[at] ?? null, reference.cells[at] ?? null);
            return (
              <td
                key={path.id}
                data-way={wayOf('goodput', row.cells[at] ?? null, reference.cells[at] ?? null).way}
              >
                {changeWords(change)}
              </td>
            );
          })}
        </tr>
      )}
      {lines.map(([name, of, unit]) => (
        <tr key={name} className={styles.numbers} data-line={name}>
          <th scope="row">{name}</th>
          {paths.map((path, at) => {
            const cell = row.cells[at];
            return (
              <td key={path.id}>{cell == null ? '–' : <WithInterval cell={cell} of={of} unit={unit} />}</td>
            );
          })}
        </tr>
      ))}
      <tr className={styles.numbers}>
        <th scope="row">in the lab</th>
        {paths.map((path, at) => {
          const href = hrefOf(at, row.algorithm);
          return (
            <td key={path.id}>
              {href !== null && (
                <a href={href} aria-label={`Open ${path.name} in the lab`}>
                  Open
                </a>
              )}
            </td>
          );
        })}
      </tr>
    </>
  );
}
