import { Fragment, memo, useMemo } from 'react';
import {
  formatDifference,
  formatFixed,
  formatNumber,
  formatPercent,
  formatQuantity,
  NONE,
  positionOf,
} from '@ackscope/charts';
import { intervalRows, oneOfFlows, queueDelays, recordsSeries, totals } from '@ackscope/model';
import type { Reference, IntervalRow } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import { goodputForm } from '../laneData/goodputForm.ts';
import { toldTime } from '../clock/toldTime.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useLanes } from '../lab/useLanes.ts';
import { SoFar } from './SoFar.tsx';
import styles from './Results.module.css';

/** Where published numbers were shown before the reader changed the scenario. */
export const CHANGED = 'The published numbers are for the scenario without your changes.';

export interface ResultsProps {
  lane: LaneView;
  references: readonly Reference[];
  /** The preset has published numbers; they may not apply to a changed scenario. */
  hadReferences?: boolean;
  timeDomain: readonly [number, number];
  /** The charts show only a part of the run. */
  isZoomed: boolean;
  /** Without a time axis of the whole run above, each interval is labelled. */
  namesIntervals: boolean;
  /** The time range of the charts. */
  shown: readonly [number, number];
}

/** The results of the visible range, and of each measured window. */
export function Results({ shown, isZoomed, ...windows }: ResultsProps) {
  const { lane } = windows;
  const lanes = useLanes();
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  return (
    <div className={styles.results} data-part="results" data-of={lane.run.label}>
      <SoFar
        lane={lane}
        shown={shown}
        // While a part of the range is hidden, no result is shown for all of it.
        isZoomed={isZoomed && !hidesFuture}
        {...goodputForm(lane, lanes)}
      />
      <Windows {...windows} />
    </div>
  );
}

/** Each measured interval under its part of the time axis, with the published number below. */
const Windows = memo(function Windows({
  lane,
  references,
  hadReferences = false,
  timeDomain,
  namesIntervals,
}: Omit<ResultsProps, 'shown' | 'isZoomed'>) {
  const knownS = useLabState((state) => state.run.knownS);
  const every = useMemo(() => intervalRows(lane.run, references, knownS), [lane.run, references, knownS]);
  const rows = useMemo(() => apart(every), [every]);
  const reachedS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  /** Whether the interval's result may be shown. */
  const isHidden = (row: IntervalRow): boolean => hidesFuture && row.toS > reachedS;
  const isKnown = (row: IntervalRow): boolean => row.isFinal && !isHidden(row);
  const known = every.filter(isKnown);
  const { unit, factor, decimals } = goodputForm(lane, useLanes());
  // Known before the first result, so that the rows exist from the start and nothing moves.
  const published = references.filter((reference) => reference.values[lane.run.algorithm] !== undefined);
  // A single interval needs no place among others.
  const isOne = namesIntervals && rows.length === 1;
  const placeOf = (row: IntervalRow) => (isOne ? undefined : place(row, timeDomain));
  const cells = (textOf: (row: IntervalRow) => string) =>
    rows.map((row) => (
      <td key={row.fromS} style={placeOf(row)} data-future={row.fromS >= reachedS || undefined}>
        <Figure text={textOf(row)} />
      </td>
    ));
  return (
    <>
      <table className={styles.table} data-one={isOne || undefined}>
        <caption className={styles.caption}>
          Goodput{published.length > 0 && ' in Ackscope'}, {unit}
        </caption>
        <thead className={namesIntervals ? styles.windows : 'visually-hidden'}>
          <tr>
            <th scope="col">
              <span className="visually-hidden">interval</span>
            </th>
            {rows.map((row, at) => (
              <th key={row.fromS} scope="col" style={placeOf(row)}>
                {formatNumber(row.fromS, 6)}–{formatNumber(row.toS, 6)}
                {at === rows.length - 1 ? ' s' : <span className="visually-hidden"> s</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.ours}>
            <th scope="row">
              <span className="visually-hidden">Ackscope</span>
            </th>
            {rows.map((row) => (
              <td
                key={row.fromS}
                style={placeOf(row)}
                data-window={`${row.fromS}-${row.toS}`}
                data-value={isKnown(row) ? row.flow.goodput_bps : undefined}
                data-future={row.fromS >= reachedS || undefined}
              >
                <Figure text={isKnown(row) ? formatFixed(row.flow.goodput_bps / factor, decimals) : NONE} />
              </td>
            ))}
          </tr>
          {published.map(({ id, name, source }, at) => (
            <Fragment key={id}>
              <tr className={styles.reference} title={source}>
                <th scope="row">{name}</th>
                {/* What others measured tells what will come, too. */}
                {cells((row) =>
                  isHidden(row)
                    ? NONE
                    : formatFixed((referenceOf(row, id)?.valueBps ?? NaN) / factor, decimals),
                )}
              </tr>
              {at === 0 && (
                <tr className={styles.difference}>
                  <th scope="row" title={`difference from ${name}`}>
                    {/* The word is wider than the column. */}
                    <span aria-hidden="true">Δ %</span>
                    <span className="visually-hidden">difference</span>
                  </th>
                  {cells((row) =>
                    isKnown(row) ? formatDifference(referenceOf(row, id)?.difference ?? NaN) : NONE,
                  )}
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {published.length === 0 && (references.length > 0 || hadReferences) && (
        <p className={styles.note}>
          {references.length > 0 ? 'The source gives no number for this algorithm.' : CHANGED}
        </p>
      )}
      {namesIntervals && every.length > 1 && <p className={styles.together}>All intervals together</p>}
      <Totals
        rows={known}
        flow={oneOfFlows(lane.run)}
        isFinal={lane.run.done && known.length === every.length}
      />
      <TwoQueues rows={known} />
    </>
  );
});

/** A number. Its row says that it is in per cent: side by side there is no room for the sign. */
function Figure({ text }: { text: string }) {
  const [digits = '', sign] = text.split(' %');
  return (
    <span className={styles.figure} data-long={digits.length > 4 || undefined}>
      {digits}
      {sign !== undefined && <span className="visually-hidden"> %</span>}
    </span>
  );
}

/** Intervals may overlap, but their numbers must not: of overlapping ones the first is shown. */
function apart(rows: readonly IntervalRow[]): IntervalRow[] {
  let endS = -Infinity;
  return rows.filter(({ fromS, toS }) => {
    const isFree = fromS >= endS;
    if (isFree) endS = toS;
    return isFree;
  });
}

function referenceOf(row: IntervalRow, id: string): IntervalRow['references'][number] | undefined {
  return row.references.find((item) => item.id === id);
}

function place(row: IntervalRow, domain: readonly [number, number]): React.CSSProperties {
  return {
    left: `${positionOf(row.fromS, domain, 100)}%`,
    width: `${positionOf(row.toS, domain, 100) - positionOf(row.fromS, domain, 100)}%`,
  };
}

const NO_DELAYS = ['L4S', 'classic'].map((name) => ({ name, p50S: null, p95S: null, p99S: null }));

/** Queueing delays in the two queues of DualPI2, over the longest known interval. */
function TwoQueues({ rows }: { rows: readonly IntervalRow[] }) {
  const longest = rows.reduce<IntervalRow | null>(
    (best, row) => (best === null || row.toS - row.fromS > best.toS - best.fromS ? row : best),
    null,
  );
  const own = longest === null ? [] : queueDelays(longest);
  const isAnywhere = useLabState((state) => state.run.lanes.some((lane) => recordsSeries(lane, 'queue-l')));
  if (!isAnywhere) return null;
  // A lane without two queues keeps the same height.
  const delays = own.length > 0 ? own : NO_DELAYS;
  return (
    <table
      className={styles.queues}
      data-part="two-queues"
      style={own.length > 0 ? undefined : { visibility: 'hidden' }}
    >
      <caption>
        Waiting time in the two queues, {formatNumber(longest?.fromS, 6)}–{formatNumber(longest?.toS, 6)} s
      </caption>
      <thead>
        <tr>
          <th scope="col">queue</th>
          <th scope="col">median</th>
          <th scope="col">p95</th>
          <th scope="col">p99</th>
        </tr>
      </thead>
      <tbody>
        {delays.map(({ name, p50S, p95S, p99S }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatQuantity(p50S, 's')}</td>
            <td>{formatQuantity(p95S, 's')}</td>
            <td>{formatQuantity(p99S, 's')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Totals of the whole run; before its end those of the known intervals, styled as provisional. */
function Totals({
  rows,
  flow,
  isFinal,
}: {
  rows: readonly IntervalRow[];
  /** The flow that the numbers describe; null if the lane has only one. */
  flow: string | null;
  isFinal: boolean;
}) {
  const sum = totals(rows);
  // In all lanes if in one, so that what is below charts side by side has the same height.
  const hasMarks = useLabState((state) => state.run.lanes.some((lane) => recordsSeries(lane, 'marks')));
  const items: [string, string, string][] = [
    ...(flow === null
      ? []
      : ([
          ['flow', flow, 'Goodput, retransmissions, timeouts and RTT are of this flow, the rest of all'],
        ] satisfies [string, string, string][])),
    ['utilization', formatPercent(sum.utilisation, 1), 'Share of the time that the bottleneck transmits'],
    [
      'retransmitted',
      formatPercent(sum.retransmissionRatio, 2),
      'Share of the sent packets that are retransmissions',
    ],
    [
      'timeouts',
      rows.length === 0 ? NONE : formatNumber(sum.timeouts, 6),
      'Number of retransmission timeouts',
    ],
    ['RTT', formatQuantity(sum.meanRttS, 's'), 'Mean round-trip time'],
    // Marks need drops to compare with; without marks, the queue's chart shows the drops.
    ...(hasMarks
      ? ([
          ['dropped', formatNumber(sum.drops, 6), 'Packets of all flows that the bottleneck’s queue dropped'],
          ['marked', formatNumber(sum.marks, 6), 'Packets that the queue marked with ECN'],
        ] satisfies [string, string, string][])
      : []),
  ];
  return (
    <dl className={styles.totals} data-provisional={!isFinal || undefined}>
      {items.map(([name, value, help]) => (
        <div key={name} title={isFinal ? help : `${help}, so far`}>
          <dt>{name}</dt>
          <dd>
            {value}
            {!isFinal && value !== NONE && <span className="visually-hidden"> so far</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
