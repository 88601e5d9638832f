/**
 * The measures that expressions can use, read from a run. Their names are defined in
 * core/lab/src/page/measured.rs. Without a flow a measure uses the lane's first compared flow;
 * without an interval, all windows or the whole run.
 */
import type { Evaluate, Measured } from '@ackscope/engine';
import { bottleneck } from '../bottleneck.ts';
import { seriesOf } from '../selectors.ts';
import type { LaneRun } from '../slices/run.ts';
import { firstFocus } from '../trace.ts';
import type { SeriesTrace } from '../trace.ts';
import { holds, numberOf } from './expression.ts';
import type { Measure } from './expression.ts';
import type { RunExpression } from './read.ts';

type Span = readonly [fromS: number, toS: number];

/** Measures of a series within an interval. */
const OF_SERIES: Readonly<Record<string, (series: SeriesTrace, span: Span) => number>> = {
  peak: (series, span) => within(series, span).reduce((most, bin) => Math.max(most, bin.high), -Infinity),
  least: (series, span) => within(series, span).reduce((least, bin) => Math.min(least, bin.low), Infinity),
  mean: (series, span) => {
    const bins = within(series, span);
    const lengthS = bins.reduce((sum, bin) => sum + bin.lengthS, 0);
    return bins.reduce((sum, bin) => sum + ((bin.low + bin.high) / 2) * bin.lengthS, 0) / lengthS;
  },
  at: (series, [timeS]) => series.at(timeS),
};

/** Reads numbers of a finished run. Throws if a lane, flow, series or window is missing. */
export function measureOf(lanes: readonly LaneRun[]): Measure {
  return (measured) => {
    const { of, number } = measured;
    if (of === 'series') return OF_SERIES[number]?.(seriesNamed(lanes, measured), spanOf(measured)) ?? NaN;
    const { lane, flow } = flowNamed(lanes, measured);
    const { results, info } = lane;
    if (results === null || info === null) throw new Error(`${lane.label} has no results yet`);
    if (of === 'flow')
      return combined(results.flows.find(({ index }) => index === flow)?.windows ?? [], measured);
    if (of === 'hop') {
      const hop = bottleneck(info, flow);
      const found = results.hops.find((item) => item.hop === hop?.hop && item.direction === hop.direction);
      return combined(found?.windows ?? [], measured);
    }
    const direction = info.flows.find(({ index }) => index === flow)?.direction;
    return combined(results.directions.find((item) => item.direction === direction)?.windows ?? [], measured);
  };
}

/** The named interval, or all of the run. */
function spanOf({ interval_s: interval }: Measured): Span {
  const [fromS = 0, toS = Infinity] = interval ?? [];
  return [fromS, toS];
}

/** Whether a comparison holds for a run. */
export function holdsFor(expression: RunExpression, lanes: readonly LaneRun[], evaluate: Evaluate): boolean {
  return holds(expression, measureOf(lanes), evaluate);
}

export function numberFor(expression: RunExpression, lanes: readonly LaneRun[], evaluate: Evaluate): number {
  return numberOf(expression, measureOf(lanes), evaluate);
}

function laneNamed(lanes: readonly LaneRun[], label: string): LaneRun {
  const lane = lanes.find((item) => item.label === label);
  if (lane === undefined)
    throw new Error(`there is no lane ${label}; there are ${lanes.map((item) => item.label).join(', ')}`);
  return lane;
}

/** The flow of a lane that a measure names. */
type OfFlow = Pick<Measured, 'lane' | 'flow'>;

function flowNamed(
  lanes: readonly LaneRun[],
  { lane: label, flow: name }: OfFlow,
): { lane: LaneRun; flow: number } {
  const lane = laneNamed(lanes, label);
  if (lane.info === null) throw new Error(`${lane.label} has not started`);
  if (name === undefined || name === null) return { lane, flow: firstFocus(lane.info) };
  const flow = lane.info.flows.find((item) => item.name === name);
  if (flow === undefined) throw new Error(`${lane.label} has no flow ${name}`);
  return { lane, flow: flow.index };
}

/** A series of the flow, or of its bottleneck. */
export function seriesNamed(
  lanes: readonly LaneRun[],
  { series, which: one, ...of }: OfFlow & Pick<Measured, 'series' | 'which'>,
): SeriesTrace {
  const name = series ?? '';
  const which = one ?? null;
  const { lane, flow } = flowNamed(lanes, of);
  if (lane.trace === null) throw new Error(`${lane.label} has not started`);
  const hop = bottleneck(lane.trace.info, flow);
  const all = [
    ...seriesOf(lane.trace, name, { kind: 'flow', index: flow }),
    ...(hop === null
      ? []
      : seriesOf(lane.trace, name, { kind: 'hop', hop: hop.hop, direction: hop.direction })),
  ];
  const found = all.find(
    ({ info }) => which === null || info.estimator === which || info.shown?.name === which,
  );
  if (found === undefined)
    throw new Error(`${lane.label} records no ${which === null ? name : `${name}:${which}`}`);
  return found;
}

/** Combines the windows within the interval: sums of counts, means weighted by length. */
function combined(windows: readonly { from_s: number; to_s: number }[], measured: Measured): number {
  const { number: key, counts } = measured;
  const [fromS, toS] = spanOf(measured);
  const chosen = windows.filter(({ from_s, to_s }) => from_s >= fromS && to_s <= toS);
  if (chosen.length === 0)
    throw new Error(
      `it contains no measurement interval; there are ${windows.map(({ from_s, to_s }) => `${from_s}..${to_s}`).join(', ')}`,
    );
  let sum = 0;
  let weight = 0;
  for (const window of chosen) {
    const number = (window as Readonly<Record<string, number | null | undefined>>)[key] ?? null;
    if (number === null) continue;
    const lengthS = window.to_s - window.from_s;
    sum += counts ? number : number * lengthS;
    weight += lengthS;
  }
  return counts ? sum : weight === 0 ? NaN : sum / weight;
}

interface Bin {
  low: number;
  high: number;
  lengthS: number;
}

/** The bins of an interval; the first bin is the one that holds at its beginning. */
function within(series: SeriesTrace, [fromS, toS]: Span): Bin[] {
  const bins: Bin[] = [];
  const first = Math.max(0, series.indexAt(fromS));
  for (let at = first; at < series.count; at += 1) {
    const beginsS = series.timeS[at] ?? 0;
    if (beginsS > toS) break;
    const endsS = Math.min(toS, at + 1 < series.count ? (series.timeS[at + 1] ?? toS) : beginsS);
    const held = beginsS < fromS ? (series.last[at] ?? NaN) : null;
    bins.push({
      low: held ?? series.min[at] ?? NaN,
      high: held ?? series.max[at] ?? NaN,
      lengthS: Math.max(0, endsS - Math.max(beginsS, fromS)),
    });
  }
  return bins;
}
