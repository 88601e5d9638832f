/**
 * The measures that expressions know. Over measurement windows: `goodput(LANE)`,
 * `goodput(LANE/FLOW, 50..200)`. Over a recorded series: `peak(SERIES of LANE, 0..10)`, `at(cwnd of
 * newreno, 5)`. A lane is named by its label. Without a flow it is the lane's first compared one;
 * without a stretch of time, all windows or the whole run.
 */
import type { FlowWindow, HopWindow } from '@ackscope/engine';
import { bottleneck, seriesOf } from '../selectors.ts';
import type { LaneRun } from '../slices/run.ts';
import { firstFocus } from '../trace.ts';
import type { SeriesTrace } from '../trace.ts';
import { holds, numberOf, parseExpression } from './expression.ts';
import type { Measure } from './expression.ts';

type Span = readonly [fromS: number, toS: number];

/** Of a flow in a window; means are weighted by the windows' lengths, counts are added. */
const OF_FLOW: Readonly<Record<string, { add: boolean; value: (window: FlowWindow) => number | null }>> = {
  goodput: { add: false, value: (window) => window.goodput_bps },
  throughput: { add: false, value: (window) => window.throughput_bps },
  retransmissions: { add: false, value: (window) => window.retransmission_ratio },
  rtt: { add: false, value: (window) => window.mean_rtt_s },
  queueing: { add: false, value: (window) => window.mean_queueing_s },
  timeouts: { add: true, value: (window) => window.timeouts },
  fast_retransmits: { add: true, value: (window) => window.fast_retransmits },
  mark_reductions: { add: true, value: (window) => window.ecn_reductions ?? null },
};

/** Of the bottleneck of that flow. */
const OF_HOP: Readonly<Record<string, { add: boolean; value: (window: HopWindow) => number | null }>> = {
  queue: { add: false, value: (window) => window.mean_queue_packets },
  utilisation: { add: false, value: (window) => window.utilisation },
  drops: { add: true, value: (window) => window.drops },
  channel_losses: { add: true, value: (window) => window.channel_losses },
  marks: { add: true, value: (window) => window.marks ?? null },
  delay: { add: false, value: (window) => window.mean_queueing_delay_s },
  p99_delay: { add: false, value: (window) => window.p99_queueing_delay_s },
  l4s_delay: { add: false, value: (window) => window.l4s_queueing_delay_s ?? null },
  l4s_p99_delay: { add: false, value: (window) => window.p99_l4s_queueing_delay_s ?? null },
  classic_delay: { add: false, value: (window) => window.classic_queueing_delay_s ?? null },
};

/** Of a series within a stretch of time. */
const OF_SERIES: Readonly<Record<string, (series: SeriesTrace, span: Span) => number>> = {
  peak: (series, span) => within(series, span).reduce((most, bin) => Math.max(most, bin.high), -Infinity),
  least: (series, span) => within(series, span).reduce((least, bin) => Math.min(least, bin.low), Infinity),
  mean: (series, span) => {
    const bins = within(series, span);
    const lengthS = bins.reduce((sum, bin) => sum + bin.lengthS, 0);
    return bins.reduce((sum, bin) => sum + ((bin.low + bin.high) / 2) * bin.lengthS, 0) / lengthS;
  },
};

const MEASURES: readonly string[] = [
  ...Object.keys(OF_FLOW),
  ...Object.keys(OF_HOP),
  ...Object.keys(OF_SERIES),
  'at',
  'jain',
];

/** Reads numbers of a finished run. Throws if a lane, flow, series or window is missing. */
export function measureOf(lanes: readonly LaneRun[]): Measure {
  return (name, [subject = '', when]) => {
    if (name === 'at' || OF_SERIES[name] !== undefined) {
      const series = seriesNamed(lanes, subject);
      if (name === 'at') return series.at(Number(when));
      const span = spanOf(when) ?? [0, Infinity];
      return OF_SERIES[name]?.(series, span) ?? NaN;
    }
    const { lane, flow } = flowNamed(lanes, subject);
    const span = spanOf(when);
    const { results, info } = lane;
    if (results === null || info === null) throw new Error(`${lane.label} has no results yet`);
    const ofFlow = OF_FLOW[name];
    if (ofFlow !== undefined) {
      const windows = results.flows.find(({ index }) => index === flow)?.windows ?? [];
      return combined(windows, span, ofFlow);
    }
    const ofHop = OF_HOP[name];
    if (ofHop !== undefined) {
      const hop = bottleneck(info, flow);
      const windows =
        results.hops.find((item) => item.hop === hop?.hop && item.direction === hop.direction)?.windows ?? [];
      return combined(windows, span, ofHop);
    }
    if (name === 'jain') {
      const direction = info.flows.find(({ index }) => index === flow)?.direction;
      const windows = results.directions.find((item) => item.direction === direction)?.windows ?? [];
      return combined(windows, span, { add: false, value: (window) => window.jain_index });
    }
    throw new Error(`there is no measure ${name}; there are ${MEASURES.join(', ')}`);
  };
}

/** Whether a comparison, as text, holds for a run. */
export function holdsFor(text: string, lanes: readonly LaneRun[]): boolean {
  return holds(parseExpression(text), measureOf(lanes));
}

export function numberFor(text: string, lanes: readonly LaneRun[]): number {
  return numberOf(parseExpression(text), measureOf(lanes));
}

function laneNamed(lanes: readonly LaneRun[], label: string): LaneRun {
  const lane = lanes.find((item) => item.label === label);
  if (lane === undefined)
    throw new Error(`there is no lane ${label}; there are ${lanes.map((item) => item.label).join(', ')}`);
  return lane;
}

function flowNamed(lanes: readonly LaneRun[], subject: string): { lane: LaneRun; flow: number } {
  const slash = subject.lastIndexOf('/');
  const lane = laneNamed(lanes, slash < 0 ? subject : subject.slice(0, slash));
  if (lane.info === null) throw new Error(`${lane.label} has not started`);
  if (slash < 0) return { lane, flow: firstFocus(lane.info) };
  const name = subject.slice(slash + 1);
  const flow = lane.info.flows.find((item) => item.name === name);
  if (flow === undefined) throw new Error(`${lane.label} has no flow ${name}`);
  return { lane, flow: flow.index };
}

/** `cwnd of newreno`, `bwe:ewma-0.9 of vegas/A`, `shown:w_max of mine`: of the flow, or of its bottleneck. */
export function seriesNamed(lanes: readonly LaneRun[], subject: string): SeriesTrace {
  const [wanted = '', of = ''] = subject.split(/\s+of\s+/);
  const { lane, flow } = flowNamed(lanes, of);
  if (lane.trace === null) throw new Error(`${lane.label} has not started`);
  const [name = '', which] = wanted.split(':');
  const hop = bottleneck(lane.trace.info, flow);
  const all = [
    ...seriesOf(lane.trace, name, { kind: 'flow', index: flow }),
    ...(hop === null
      ? []
      : seriesOf(lane.trace, name, { kind: 'hop', hop: hop.hop, direction: hop.direction })),
  ];
  const found = all.find(
    ({ info }) => which === undefined || info.estimator === which || info.shown?.name === which,
  );
  if (found === undefined) throw new Error(`${of} records no ${wanted}`);
  return found;
}

function spanOf(text: string | undefined): Span | null {
  if (text === undefined) return null;
  const match = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(text);
  if (match === null) throw new Error(`“${text}” is not a time range such as 50..200`);
  return [Number(match[1]), Number(match[2])];
}

/** Over the windows that lie in the stretch. */
function combined<W extends { from_s: number; to_s: number }>(
  windows: readonly W[],
  span: Span | null,
  { add, value }: { add: boolean; value: (window: W) => number | null },
): number {
  const chosen = windows.filter(
    ({ from_s, to_s }) => span === null || (from_s >= span[0] && to_s <= span[1]),
  );
  if (chosen.length === 0)
    throw new Error(
      `it contains no measurement interval; there are ${windows.map(({ from_s, to_s }) => `${from_s}..${to_s}`).join(', ')}`,
    );
  let sum = 0;
  let weight = 0;
  for (const window of chosen) {
    const number = value(window);
    if (number === null) continue;
    const lengthS = window.to_s - window.from_s;
    sum += add ? number : number * lengthS;
    weight += lengthS;
  }
  return add ? sum : weight === 0 ? NaN : sum / weight;
}

interface Bin {
  low: number;
  high: number;
  lengthS: number;
}

/** The bins of a stretch; the first is what held when it began. */
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
