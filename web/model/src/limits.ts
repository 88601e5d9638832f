/**
 * What a page computes without asking, what it asks about first, and what it refuses. The engine
 * has no such limit. But a link may be opened by anybody, and one that simulates a year at 100
 * Gbit/s must not hang the browser. The numbers are fixed, so that a link does the same everywhere;
 * docs/limits.md lists all of them.
 */
import type { CheckPassed, ScenarioError, SweepPlan } from '@ackscope/engine';

/** What a run costs, all lanes together; or a sweep, all its runs together. */
export interface RunCost {
  /** Packets that arrive at links, with ACKs: a bound if it is low, else what trial runs show. */
  segments: number;
  memoryBytes: number;
}

/** About a minute of work on a phone. */
export const UNASKED_LIMIT: RunCost = { segments: 6e7, memoryBytes: 4e8 };
/** Hours of work, and the memory that 32-bit WebAssembly and a browser's tab can hold. */
export const HARD_LIMIT: RunCost = { segments: 4e10, memoryBytes: 1.5e9 };
/** Rough number of segments a browser simulates per second, until it is measured. */
export const DEFAULT_SEGMENTS_PER_S = 2e6;

export function costOf({ estimate }: Pick<CheckPassed, 'estimate'>): RunCost {
  const cost = { segments: estimate.segments, memoryBytes: estimate.memory_bytes };
  // A bound for which the engine needs no trial is that of a run that needs no question.
  return estimate.trial === undefined ? both(Math.min, cost, UNASKED_LIMIT) : cost;
}

/**
 * The cost of all runs of a sweep, `atOnce` of them at a time. A run keeps only its results, so the
 * memory is that of the largest run, once per worker.
 */
export function costOfSweep(
  { points, seeds, is_tried: isTried }: Pick<SweepPlan, 'points' | 'seeds' | 'is_tried'>,
  atOnce: number,
): RunCost {
  const lanes = points.flatMap((point) => point.lanes);
  const cost = {
    segments: lanes.reduce((sum, lane) => sum + lane.cost, 0) * seeds.length,
    memoryBytes: lanes.reduce((most, lane) => Math.max(most, lane.memory_bytes), 0) * atOnce,
  };
  return isTried ? cost : both(Math.min, cost, UNASKED_LIMIT);
}

/** The question whether to do a run of this cost. */
export interface CostQuestion {
  cost: RunCost;
  /** The speed of this machine, as far as it is known. */
  segmentsPerS: number;
}

/** Whether a cost exceeds a limit in segments or in memory. */
function exceeds(cost: RunCost, limit: RunCost): boolean {
  return cost.segments > limit.segments || cost.memoryBytes > limit.memoryBytes;
}

/** The larger or smaller one of two costs, for segments and memory. */
function both(pick: (a: number, b: number) => number, one: RunCost, other: RunCost): RunCost {
  return {
    segments: pick(one.segments, other.segments),
    memoryBytes: pick(one.memoryBytes, other.memoryBytes),
  };
}

/** The number with two significant digits, grouped like all numbers of the page. */
export function roundedCount(value: number): string {
  const rounded = Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 1 });
  return rounded.replaceAll(',', '\u202f');
}

/** The time that a machine needs for this cost, in words. */
export function workInWords(cost: RunCost, segmentsPerS: number): string {
  const seconds = cost.segments / segmentsPerS;
  if (seconds < 100) return `${roundedCount(Math.max(1, seconds))} seconds`;
  if (seconds < 7200) return `${roundedCount(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${roundedCount(seconds / 3600)} hours`;
  return seconds < 2 * 31_536_000
    ? `${roundedCount(seconds / 86_400)} days`
    : `${roundedCount(seconds / 31_536_000)} years`;
}

/** The paths that an error names: what causes the packets, and what takes the memory. */
export interface CostPlaces {
  segments: string;
  memory: string;
}

/** The error of a valid scenario that is too large for a page; null if it is not. */
function tooLarge({ segments, memoryBytes }: RunCost, places: CostPlaces): ScenarioError | null {
  if (segments > HARD_LIMIT.segments) {
    return {
      path: places.segments,
      found: `about ${roundedCount(segments)} packets`,
      allowed: `up to ${roundedCount(HARD_LIMIT.segments)} packets in all runs`,
      nearest: null,
      message: `It would send about ${roundedCount(segments)} packets: about ${workInWords({ segments, memoryBytes }, DEFAULT_SEGMENTS_PER_S)} of computing. A page runs up to ${roundedCount(HARD_LIMIT.segments)}. The command line takes more.`,
    };
  }
  if (memoryBytes > HARD_LIMIT.memoryBytes) {
    return {
      path: places.memory,
      found: `about ${roundedCount(memoryBytes / 1e9)} GB`,
      allowed: `up to ${roundedCount(HARD_LIMIT.memoryBytes / 1e9)} GB for all runs at once`,
      nearest: null,
      message: `It would need about ${roundedCount(memoryBytes / 1e9)} GB of memory. A page uses up to ${roundedCount(HARD_LIMIT.memoryBytes / 1e9)} GB. The command line takes more.`,
    };
  }
  return null;
}

/** Checks the cost of everything that computes: the lab, a lesson, a widget, a sweep. */
export interface CostGate {
  /** `run`: without asking; `ask`: only after consent; or the error why it never runs. */
  judge: (cost: RunCost, places?: CostPlaces) => 'run' | 'ask' | ScenarioError;
  /** Records consent: runs up to this cost are not asked about again. */
  agree: (cost: RunCost) => void;
}

export function costGate(): CostGate {
  let allowed = UNASKED_LIMIT;
  return {
    judge: (cost, places = { segments: '', memory: '' }) =>
      tooLarge(cost, places) ?? (exceeds(cost, allowed) ? 'ask' : 'run'),
    agree(cost) {
      allowed = both(Math.max, allowed, cost);
    },
  };
}

/** The share of a run that needs no question: 1 for all, null if a shorter run does not help. */
export function freeShare(cost: RunCost): number | null {
  if (cost.memoryBytes > UNASKED_LIMIT.memoryBytes) return null;
  return Math.min(1, UNASKED_LIMIT.segments / cost.segments);
}
