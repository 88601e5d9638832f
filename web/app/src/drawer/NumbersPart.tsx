import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import {
  formatDifference,
  formatFixed,
  formatNumber,
  formatPercent,
  formatQuantity,
  NONE,
} from '@ackscope/charts';
import { intervalRows, oneOfFlows, presetById, queueDelays, recordsSeries, totals } from '@ackscope/model';
import type { IntervalRow } from '@ackscope/model';
import { toldTime } from '../clock/toldTime.ts';
import { LaneSign } from '../kit/icons.tsx';
import { goodputForm } from '../laneData/goodputForm.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { CHANGED } from '../lanes/Results.tsx';
import { SoFar } from '../lanes/SoFar.tsx';
import { useReferences } from '../lanes/useReferences.ts';
import styles from './Drawer.module.css';

type Totals = ReturnType<typeof totals>;

interface Column {
  lane: LaneView;
  form: ReturnType<typeof goodputForm>;
  rows: readonly IntervalRow[];
  /** Those whose numbers may be shown as yet. */
  known: readonly IntervalRow[];
  sum: Totals;
}

/** All results in one table: a column for each lane, a row for each measured interval, then the whole. */
export function NumbersPart() {
  const lanes = useLanes();
  const references = useReferences();
  const presetId = useLabState((state) => state.scenario.preset);
  const durationS = useLabState((state) => state.run.durationS);
  const timeRange = useLabState((state) => state.view.timeRange);
  const knownS = useLabState((state) => state.run.knownS);
  const reachedS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const hasMarks = useLabState((state) => state.run.lanes.some((lane) => recordsSeries(lane, 'marks')));
  const every = useMemo(
    () => lanes.map(({ run }) => intervalRows(run, references, knownS)),
    [lanes, references, knownS],
  );
  const hadReferences = presetId !== null && (presetById(presetId)?.references.length ?? 0) > 0;
  const isHidden = ({ toS }: IntervalRow): boolean => hidesFuture && toS > reachedS;
  const columns = lanes.map((lane, at): Column => {
    const rows = every[at] ?? [];
    const known = rows.filter((row) => row.isFinal && !isHidden(row));
    return { lane, form: goodputForm(lane, lanes), rows, known, sum: totals(known) };
  });
  const intervals = columns.find(({ rows }) => rows.length > 0)?.rows ?? [];
  const published = references.filter(({ values }) =>
    lanes.some(({ run }) => values[run.algorithm] !== undefined),
  );
  const row = (name: ReactNode, cell: (column: Column) => ReactNode, title?: string) => (
    <tr title={title}>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.lane.run.label} data-of={column.lane.run.label}>
          {cell(column)}
        </td>
      ))}
    </tr>
  );
  /** Of all intervals, or of those that are known so far. */
  const whole = (name: string, text: (sum: Totals) => string, title: string) =>
    row(name, ({ sum, known }) => (known.length === 0 ? NONE : text(sum)), title);
  const shown: readonly [number, number] = timeRange ?? [0, durationS > 0 ? durationS : 1];
  return (
    <div className={styles.part}>
      <h2 className={styles.title}>Numbers</h2>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Numbers of the lanes">
        <table className={styles.table} data-part="results">
          <caption>Goodput, {columns[0]?.form.unit}</caption>
          <thead>
            <tr>
              <th scope="col">s</th>
              {columns.map(({ lane, form }) => (
                <th key={lane.run.label} scope="col">
                  <LaneSign look={lane.style} />
                  <br />
                  {lane.name}
                  {form.unit !== columns[0]?.form.unit && <small>{form.unit}</small>}
                </th>
              ))}
            </tr>
          </thead>
          {intervals.map((interval) => (
            <tbody key={`${String(interval.fromS)} ${String(interval.toS)}`}>
              <Interval interval={interval} columns={columns} />
              {published.map(({ id, name, source }, at) => {
                const of = ({ rows }: Column) => {
                  const own = rows.find((one) => isSame(one, interval));
                  return own === undefined || isHidden(own)
                    ? undefined
                    : own.references.find((reference) => reference.id === id);
                };
                return (
                  <Fragment key={id}>
                    {row(
                      name,
                      (column) =>
                        formatFixed((of(column)?.valueBps ?? NaN) / column.form.factor, column.form.decimals),
                      source,
                    )}
                    {at === 0 &&
                      row('difference', (column) => {
                        const isKnown = column.known.some((one) => isSame(one, interval));
                        return isKnown ? formatDifference(of(column)?.difference ?? NaN) : NONE;
                      })}
                  </Fragment>
                );
              })}
            </tbody>
          ))}
          <tbody>
            {columns.some(({ lane }) => oneOfFlows(lane.run) !== null) &&
              row('flow', ({ lane }) => oneOfFlows(lane.run) ?? NONE, OF_FLOW)}
            {whole('utilization', (sum) => formatPercent(sum.utilisation, 1), UTILIZATION)}
            {whole('retransmitted', (sum) => formatPercent(sum.retransmissionRatio, 2), RETRANSMITTED)}
            {whole('timeouts', (sum) => formatNumber(sum.timeouts, 6), 'Number of retransmission timeouts')}
            {whole('RTT', (sum) => formatQuantity(sum.meanRttS, 's'), 'Mean round-trip time')}
            {hasMarks && whole('dropped', (sum) => formatNumber(sum.drops, 6), DROPPED)}
            {hasMarks && whole('marked', (sum) => formatNumber(sum.marks, 6), MARKED)}
            {['L4S', 'classic'].map(
              (queue) =>
                columns.some((column) => delayOf(column, queue) !== undefined) &&
                row(
                  `${queue} queue, p95`,
                  (column) => formatQuantity(delayOf(column, queue)?.p95S ?? null, 's'),
                  'Waiting time in this queue of DualPI2: 95 % of the packets wait less',
                ),
            )}
            {row('so far', ({ lane, form }) => (
              <SoFar lane={lane} shown={shown} isZoomed={timeRange !== null && !hidesFuture} {...form} />
            ))}
          </tbody>
        </table>
      </div>
      {published.length === 0 && (references.length > 0 || hadReferences) && (
        <p className={styles.text}>
          {references.length > 0 ? 'The source gives no number for these algorithms.' : CHANGED}
        </p>
      )}
    </div>
  );
}

const OF_FLOW = 'Goodput, retransmissions, timeouts and RTT are of this flow, the rest of all';
const UTILIZATION = 'Share of the time that the bottleneck transmits';
const RETRANSMITTED = 'Share of the sent packets that are retransmissions';
const DROPPED = 'Packets of all flows that the bottleneck’s queue dropped';
const MARKED = 'Packets that the queue marked with ECN';

const isSame = (one: IntervalRow, other: IntervalRow): boolean =>
  one.fromS === other.fromS && one.toS === other.toS;

/** Delays in one queue of DualPI2, over the longest known interval. */
function delayOf({ known }: Column, queue: string) {
  const [longest] = known.toSorted((a, b) => b.toS - b.fromS - (a.toS - a.fromS));
  return longest === undefined ? undefined : queueDelays(longest).find(({ name }) => name === queue);
}

/** The goodput of each lane in an interval. */
function Interval({ interval, columns }: { interval: IntervalRow; columns: readonly Column[] }) {
  return (
    <tr>
      <th scope="row">
        {formatNumber(interval.fromS, 6)}–{formatNumber(interval.toS, 6)}
      </th>
      {columns.map(({ lane, form, known }) => {
        const own = known.find((row) => isSame(row, interval));
        return (
          <td
            key={lane.run.label}
            data-of={lane.run.label}
            data-window={`${String(interval.fromS)}-${String(interval.toS)}`}
            data-value={own?.flow.goodput_bps}
          >
            <strong>
              {own === undefined ? NONE : formatFixed(own.flow.goodput_bps / form.factor, form.decimals)}
            </strong>
          </td>
        );
      })}
    </tr>
  );
}
