/** A worksheet: questions about a run, and the answers from that run's numbers. */
import type { RuleTable } from '../events.ts';
import { isMarked } from '../events.ts';
import { bottleneck } from '../bottleneck.ts';
import { focusSeries } from '../selectors.ts';
import type { LaneRun } from '../slices/run.ts';
import { soFar } from '../soFar.ts';
import type { LaneTrace } from '../trace.ts';
import type { TimeRange } from '../slices/zoom.ts';

export interface SheetMark {
  timeS: number;
  kind: 'timeout' | 'fast-retransmit';
}

/** A number with its unit, or plain words; the page formats the number. */
export type SheetValue = { value: number; unit: 'packets' | 'bps' | 's' | 'ratio' | '' } | { words: string };

export interface SheetQuestion {
  id: 'losses' | 'peak' | 'kept' | 'growth' | 'goodput' | 'empty';
  ask: string;
  /** The values of the answer; the page puts them into a sentence. */
  answers: readonly SheetValue[];
}

/** Losses that the sender detected within a time range, in order; one per instant. */
export function sheetMarks(trace: LaneTrace, rules: RuleTable, [fromS, toS]: TimeRange): SheetMark[] {
  const marks: SheetMark[] = [];
  const { events } = trace;
  for (let at = 0; at < events.count; at += 1) {
    const timeS = events.timeS[at] ?? 0;
    if (timeS < fromS || timeS > toS) continue;
    const kind = rules.get(events.rule[at] ?? -1)?.kind;
    if (kind !== 'timeout' && kind !== 'fast-retransmit') continue;
    if (!isMarked(trace, rules, trace.focus, at)) continue;
    const last = marks.at(-1);
    if (last?.timeS === timeS && last.kind === kind) continue;
    marks.push({ timeS, kind });
  }
  return marks;
}

/** The questions that can be asked about this range of a finished lane. */
export function questionsOf(lane: LaneRun, rules: RuleTable, timeRange: TimeRange): SheetQuestion[] {
  const { trace } = lane;
  if (trace === null) return [];
  const cwnd = focusSeries(trace, 'cwnd')[0];
  const flow = trace.info.flows.find(({ index }) => index === trace.focus);
  const hop = bottleneck(trace.info, trace.focus);
  if (cwnd === undefined || flow === undefined || hop === null) return [];
  const marks = sheetMarks(trace, rules, timeRange);
  const counts = {
    fast: marks.filter(({ kind }) => kind === 'fast-retransmit').length,
    timeouts: marks.filter(({ kind }) => kind === 'timeout').length,
  };
  const questions: SheetQuestion[] = [
    {
      id: 'losses',
      ask: 'Mark each fast retransmit with F and each timeout with T. How many of each are there?',
      answers: [
        { value: counts.fast, unit: '' },
        { value: counts.timeouts, unit: '' },
      ],
    },
  ];

  const pipePackets = (hop.rate_bps * flow.rtt_s) / (8 * flow.packet_bytes);
  const buffer = hop.capacity_packets;
  questions.push({
    id: 'peak',
    ask: 'How many packets fit into pipe and buffer together? Compare this with the largest window.',
    answers: [
      { value: pipePackets + (buffer ?? 0), unit: 'packets' },
      { value: largest(cwnd, timeRange), unit: 'packets' },
    ],
  });

  const cut = steepest(marks, cwnd);
  if (cut !== null)
    questions.push({
      id: 'kept',
      ask: `At about ${Number(cut.timeS.toPrecision(3))} s the window is reduced. What fraction of it remains?`,
      answers: [
        { value: cut.before, unit: 'packets' },
        { value: cut.after, unit: 'packets' },
        { value: cut.after / cut.before, unit: 'ratio' },
      ],
    });

  const quiet = longestQuiet(marks, timeRange);
  const growth = growthIn(trace, quiet);
  if (growth !== null)
    questions.push({
      id: 'growth',
      ask: `From ${Number(quiet[0].toPrecision(3))} s to ${Number(quiet[1].toPrecision(3))} s no loss is detected. By how many packets per second does the window grow on average?`,
      answers: [{ value: growth, unit: '' }],
    });

  const got = soFar(trace, rules, timeRange[0], timeRange[1]).goodputBps;
  if (got !== null)
    questions.push({
      id: 'goodput',
      ask: 'Estimate the mean goodput from the window and the round-trip time. What share of the link rate is that?',
      answers: [
        { value: got, unit: 'bps' },
        { value: got / hop.rate_bps, unit: 'ratio' },
      ],
    });

  const queue = focusSeries(trace, 'queue')[0];
  if (queue !== undefined)
    questions.push({
      id: 'empty',
      ask: 'Draw the bottleneck queue in the empty chart. When does it grow? When is it full? When is it empty?',
      answers: [{ words: 'The chart below.' }],
    });
  return questions;
}

interface Values {
  count: number;
  timeS: Float64Array;
  max: Float32Array;
  at: (timeS: number) => number;
}

function largest(series: Values, [fromS, toS]: TimeRange): number {
  let most = series.at(fromS);
  if (Number.isNaN(most)) most = 0;
  for (let at = 0; at < series.count; at += 1) {
    const timeS = series.timeS[at] ?? 0;
    if (timeS >= fromS && timeS <= toS) most = Math.max(most, series.max[at] ?? 0);
  }
  return most;
}

/** The fast retransmit that cut the largest window: it is easiest to read. */
function steepest(
  marks: readonly SheetMark[],
  cwnd: Values,
): { timeS: number; before: number; after: number } | null {
  let best: { timeS: number; before: number; after: number } | null = null;
  for (const { timeS, kind } of marks) {
    if (kind !== 'fast-retransmit') continue;
    const at = indexBefore(cwnd, timeS);
    const before = Math.max(cwnd.max[at] ?? 0, cwnd.max[at - 1] ?? 0);
    // The window 1 ms after the loss, when it has been cut.
    const after = cwnd.at(timeS + 1e-3);
    if (!(before > 0) || !(after > 0) || after >= before) continue;
    if (best === null || before > best.before) best = { timeS, before, after };
  }
  return best;
}

function indexBefore(series: Values, timeS: number): number {
  let at = 0;
  while (at + 1 < series.count && (series.timeS[at + 1] ?? Infinity) < timeS) at += 1;
  return at;
}

/** The middle of the longest range without a loss; its edges belong to recovery. */
function longestQuiet(marks: readonly SheetMark[], [fromS, toS]: TimeRange): TimeRange {
  const edges = [fromS, ...marks.map(({ timeS }) => timeS), toS];
  let best: TimeRange = [fromS, toS];
  let most = -1;
  edges.slice(1).forEach((edge, at) => {
    const before = edges[at] ?? fromS;
    if (edge - before > most) {
      most = edge - before;
      best = [before + 0.2 * most, edge - 0.1 * most];
    }
  });
  return best;
}

/** Growth in packets per second; null if the window does not grow. */
function growthIn(trace: LaneTrace, [fromS, toS]: TimeRange): number | null {
  const cwnd = focusSeries(trace, 'cwnd')[0];
  if (cwnd === undefined || !(toS > fromS)) return null;
  const slope = (cwnd.at(toS) - cwnd.at(fromS)) / (toS - fromS);
  return Number.isFinite(slope) && slope > 0 ? slope : null;
}

// ---- the address
// -------------------------------------------------------------------------------------------------

/** What a sheet's address says beside its link. */
export interface SheetOptions {
  /** The students draw the curve: `&curve=hidden`. */
  isEmpty: boolean;
  /** The sheet asks which of its suspects is the cause: `&why=asked`. */
  asksWhy: boolean;
}

export function worksheetHref(link: string, { isEmpty, asksWhy }: SheetOptions): string {
  const options = { ...(isEmpty ? { curve: 'hidden' } : {}), ...(asksWhy ? { why: 'asked' } : {}) };
  return `#teach/worksheet?${new URLSearchParams({ of: link, ...options }).toString()}`;
}

export function sheetOptions(query: string): SheetOptions {
  const read = new URLSearchParams(query);
  return { isEmpty: read.get('curve') === 'hidden', asksWhy: read.get('why') === 'asked' };
}

/**
 * The link within a worksheet's address: its lane and its time range are the sheet's. An empty link
 * opens the first scenario.
 */
export function worksheetLink(query: string): string {
  return new URLSearchParams(query).get('of') ?? '';
}
