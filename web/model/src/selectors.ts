/** Pure selectors of the store for charts and panels. None of them computes TCP. */
import type { FlowWindow, HopWindow, LaneInfo, LaneResults, SeriesSource } from '@ackscope/engine';
import { DRAWN_MEAN_BPS } from '@ackscope/engine';
import { bottleneck } from './bottleneck.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { getPath } from './path.ts';
import { readCapacity, readQuantity } from './quantity.ts';
import type { Reference } from './presets.ts';
import { finalUntilS } from './slices/run.ts';
import type { LaneRun, RunSlice } from './slices/run.ts';
import type { ViewSlice } from './slices/view.ts';
import { firstFocus } from './trace.ts';
import type { LaneTrace, SeriesTrace } from './trace.ts';

function sameSource(a: SeriesSource, b: SeriesSource): boolean {
  if (a.kind === 'flow') return b.kind === 'flow' && a.index === b.index;
  if (a.kind === 'group') return b.kind === 'group' && a.name === b.name;
  return b.kind === 'hop' && a.hop === b.hop && a.direction === b.direction;
}

/** All series with one name and one source; several estimators may each have one. */
export function seriesOf(trace: LaneTrace, series: string, source: SeriesSource): SeriesTrace[] {
  return trace.series.filter((item) => item.info.series === series && sameSource(item.info.source, source));
}

/** The series that a lane's rows show: of the flow in focus, or of its bottleneck. */
export function focusSeries(trace: LaneTrace, series: string, focus = trace.focus): SeriesTrace[] {
  const ofFlow = seriesOf(trace, series, { kind: 'flow', index: focus });
  if (ofFlow.length > 0) return ofFlow;
  // A constant stream's delay is the lane's, whichever flow is in focus.
  if (series === 'delay') return trace.series.filter((item) => item.info.series === series).slice(0, 1);
  const hop = bottleneck(trace.info, focus);
  return hop === null ? [] : seriesOf(trace, series, { kind: 'hop', hop: hop.hop, direction: hop.direction });
}

/** The focus flow's RTT: the last sample before a time; without a sample, the propagation RTT. */
export function roundTripS(trace: LaneTrace | null, timeS: number): number | null {
  if (trace === null) return null;
  const sampledS = focusSeries(trace, 'rtt')[0]?.at(timeS) ?? NaN;
  const propagationS = trace.info.flows.find((flow) => flow.index === trace.focus)?.rtt_s ?? 0;
  const rttS = sampledS > 0 ? sampledS : propagationS;
  return rttS > 0 ? rttS : null;
}

export interface Band {
  fromS: number;
  toS: number;
  label: string;
}

export interface TrafficBand extends Band {
  direction: 'forward' | 'backward';
}

const TRAFFIC = [
  ['backward', 'reverse traffic'],
  ['forward', 'cross traffic'],
] as const;

/** Flows that all start, one after another, within this share of the run count as always on. */
const START = 0.02;

/** When uncompared traffic is on. Traffic that is on all the time gives no bands. */
export function trafficBands(info: LaneInfo): TrafficBand[] {
  const bands: TrafficBand[] = [];
  const others = info.flows.filter((flow) => !flow.compared);
  for (const [direction, label] of TRAFFIC) {
    const periods = others
      .filter((flow) => flow.direction === direction)
      .flatMap((flow) => flow.active)
      .sort(([a], [b]) => a - b);
    let last: TrafficBand | null = null;
    for (const [fromS, endS] of periods) {
      const toS = Math.min(endS, info.duration_s);
      if (last !== null && fromS <= last.toS) last.toS = Math.max(last.toS, toS);
      else bands.push((last = { fromS, toS, label, direction }));
    }
  }
  const isAlwaysOn = ({ fromS, toS }: Band): boolean =>
    fromS <= START * info.duration_s && toS >= info.duration_s;
  return bands.filter((band) => !isAlwaysOn(band)).sort((a, b) => a.fromS - b.fromS);
}

// ---- the scenario as the knobs read it
// ---------------------------------------------------------------------------

/** Where the rate of the first hop stands: of one that a model draws, its mean. */
export const ratePath = (scenario: JsonObject): string =>
  isObject(getPath(scenario, 'hops.0.rate')) ? 'hops.0.rate.mean' : 'hops.0.rate';

/** The model's mean where none is written. Null without a model of this name. */
export function drawnMeanBps(rate: Json | undefined): number | null {
  if (!isObject(rate)) return null;
  const { kind, mean } = rate;
  const usual = Object.entries(DRAWN_MEAN_BPS).find(([id]) => id === kind)?.[1] ?? null;
  return usual !== null && mean !== undefined ? readQuantity(mean, 'rate') : usual;
}

/** The rate of the first hop in bit/s; of one that a model draws, its mean. Null if it has no single number. */
export function firstRateBps(scenario: JsonObject): number | null {
  const rate = getPath(scenario, 'hops.0.rate');
  return isObject(rate) ? drawnMeanBps(rate) : readQuantity(rate, 'rate');
}

/**
 * BDP of the first hop with the longest propagation RTT, in packets: the larger ones, if flows share
 * that RTT, as in the scenario's `1bdp`. Null if undefined.
 */
export function bdpPackets(scenario: JsonObject): number | null {
  const rateBps = firstRateBps(scenario);
  const flows = getPath(scenario, 'flows');
  if (rateBps === null || !Array.isArray(flows)) return null;
  let rttS = 0;
  let packetBytes = 0;
  for (let index = 0; index < flows.length; index += 1) {
    const flowRttS = readQuantity(getPath(scenario, `flows.${index}.rtt`), 'time');
    if (flowRttS === null || flowRttS < rttS) continue;
    const bytes = readQuantity(getPath(scenario, `flows.${index}.packet_bytes`), 'plain') ?? 1500;
    packetBytes = flowRttS > rttS ? bytes : Math.max(packetBytes, bytes);
    rttS = flowRttS;
  }
  return rttS === 0 ? null : (rateBps * rttS) / (8 * packetBytes);
}

/** The first hop's buffer in packets, whatever its unit in the scenario. */
export function bufferPackets(scenario: JsonObject): number | null {
  const capacity = readCapacity(getPath(scenario, 'hops.0.queue.capacity'));
  if (capacity === null) return null;
  if (capacity.unit === 'pkt') return capacity.amount;
  if (capacity.unit === 'B') return Math.floor(capacity.amount / 1500);
  const bdp = bdpPackets(scenario);
  return bdp === null ? null : Math.max(1, Math.round(capacity.amount * bdp));
}

// ---- results
// -------------------------------------------------------------------------------------------------

export interface IntervalRow {
  fromS: number;
  toS: number;
  /** All lanes are simulated to the end of the window: its numbers are final, and comparable. */
  isFinal: boolean;
  flow: FlowWindow;
  hop: HopWindow | null;
  /** Published numbers for the same window, by reference id. */
  references: { id: string; name: string; source: string; valueBps: number; difference: number }[];
}

/**
 * Results of the flow in focus, window by window, with published numbers beside them. `knownS` is
 * that of the run; a window that ends later is not final.
 */
export function intervalRows(lane: LaneRun, references: readonly Reference[], knownS: number): IntervalRow[] {
  const { results, info } = lane;
  if (results === null || info === null) return [];
  const focus = lane.trace?.focus ?? firstFocus(info);
  const flow = results.flows.find((item) => item.index === focus);
  const hop = bottleneckResults(info, results, focus);
  const finalS = Math.min(finalUntilS(lane), knownS);
  return (flow?.windows ?? []).map((window, at) => ({
    fromS: window.from_s,
    toS: window.to_s,
    isFinal: window.to_s <= finalS,
    flow: window,
    hop: hop?.windows[at] ?? null,
    references: references.flatMap((reference) => {
      if (reference.flow !== flow?.name) return [];
      const index = reference.windows.findIndex(([from, to]) => from === window.from_s && to === window.to_s);
      const valueBps = index < 0 ? undefined : reference.values[lane.algorithm]?.[index];
      if (valueBps === undefined) return [];
      const { id, name, source } = reference;
      return [{ id, name, source, valueBps, difference: window.goodput_bps / valueBps - 1 }];
    }),
  }));
}

function bottleneckResults(
  info: LaneInfo,
  results: LaneResults,
  focus: number,
): LaneResults['hops'][number] | null {
  const hop = bottleneck(info, focus);
  if (hop === null) return null;
  return results.hops.find((item) => item.hop === hop.hop && item.direction === hop.direction) ?? null;
}

export interface Totals {
  goodputBps: number | null;
  utilisation: number | null;
  retransmissionRatio: number | null;
  timeouts: number;
  fastRetransmits: number;
  meanQueuePackets: number | null;
  meanRttS: number | null;
  /** Packets dropped by the bottleneck's queue. */
  drops: number;
  /** Packets marked by it; null if it cannot mark. */
  marks: number | null;
}

/** Over all windows, weighted by window length. */
export function totals(rows: readonly IntervalRow[]): Totals {
  const weighted = (value: (row: IntervalRow) => number | null | undefined): number | null => {
    let sum = 0;
    let weight = 0;
    for (const row of rows) {
      const number = value(row);
      if (number === null || number === undefined) continue;
      sum += number * (row.toS - row.fromS);
      weight += row.toS - row.fromS;
    }
    return weight === 0 ? null : sum / weight;
  };
  const sentBps = weighted((row) => row.flow.throughput_bps);
  const repeatedBps = weighted((row) => row.flow.throughput_bps * (row.flow.retransmission_ratio ?? 0));
  return {
    goodputBps: weighted((row) => row.flow.goodput_bps),
    utilisation: weighted((row) => row.hop?.utilisation),
    retransmissionRatio:
      sentBps === null || sentBps === 0 || repeatedBps === null ? null : repeatedBps / sentBps,
    timeouts: rows.reduce((sum, row) => sum + row.flow.timeouts, 0),
    fastRetransmits: rows.reduce((sum, row) => sum + row.flow.fast_retransmits, 0),
    meanQueuePackets: weighted((row) => row.hop?.mean_queue_packets),
    meanRttS: weighted((row) => row.flow.mean_rtt_s),
    drops: rows.reduce((sum, row) => sum + (row.hop?.drops ?? 0), 0),
    marks: rows.reduce<number | null>(
      (sum, row) => (row.hop?.marks == null ? sum : (sum ?? 0) + row.hop.marks),
      null,
    ),
  };
}

/** Queueing delays in one of two queues, in seconds; null where nothing was transmitted. */
export interface QueueDelays {
  name: string;
  p50S: number | null;
  p95S: number | null;
  p99S: number | null;
}

/** The queueing delays of an interval in L4S and classic queue; empty without two queues. */
export function queueDelays({ hop }: IntervalRow): QueueDelays[] {
  if (hop?.l4s_packets == null) return [];
  return [
    {
      name: 'L4S',
      p50S: hop.p50_l4s_queueing_delay_s ?? null,
      p95S: hop.p95_l4s_queueing_delay_s ?? null,
      p99S: hop.p99_l4s_queueing_delay_s ?? null,
    },
    {
      name: 'classic',
      p50S: hop.p50_classic_queueing_delay_s ?? null,
      p95S: hop.p95_classic_queueing_delay_s ?? null,
      p99S: hop.p99_classic_queueing_delay_s ?? null,
    },
  ];
}

export interface PairResults {
  goodputBps: readonly [number, number];
  /** (x + y)² / 2(x² + y²). */
  jain: number | null;
}

/** The goodput of two flows of a lane over all windows; null until the run is finished. */
export function pairResults(lane: LaneRun, pair: readonly [number, number]): PairResults | null {
  if (finalUntilS(lane) < Infinity) return null;
  const goodputOf = (index: number): number | null => {
    const windows = lane.results?.flows.find((flow) => flow.index === index)?.windows ?? [];
    const lengthS = windows.reduce((sum, { from_s, to_s }) => sum + to_s - from_s, 0);
    const bits = windows.reduce(
      (sum, { from_s, to_s, goodput_bps }) => sum + goodput_bps * (to_s - from_s),
      0,
    );
    return lengthS === 0 ? null : bits / lengthS;
  };
  const [x, y] = [goodputOf(pair[0]), goodputOf(pair[1])];
  if (x === null || y === null) return null;
  return { goodputBps: [x, y], jain: x + y === 0 ? null : (x + y) ** 2 / (2 * (x * x + y * y)) };
}

/** The hash of the whole run: the lanes' hashes, joined in order. */
export function traceHashes(lanes: readonly LaneRun[]): string {
  return lanes.map((lane) => lane.results?.engine.trace_hash ?? '').join('.');
}

/** A packet's story needs the whole run, and nothing of it may be hidden. */
export const canTellStory = ({ run, view }: { run: RunSlice; view: ViewSlice }): boolean =>
  run.status === 'done' && !view.hidesFuture;
