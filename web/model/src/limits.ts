/**
 * What a page computes without asking, what it asks about first, and what it refuses. The engine
 * itself has no such limit: a link is clicked without reading it, and one that asks for a year at
 * 100 Gbit/s must not hang the reader's browser. The numbers are fixed, so that a link does the
 * same everywhere; docs/limits.md has all of them.
 */
import type { CheckPassed, ScenarioError, SweepPlan } from '@ackscope/engine';

/** What a run costs at most, all lanes together; or a sweep, all its runs together. */
export interface RunCost {
  /** Packets that arrive at links, ACKs included: a bound, three to four times a plain run's. */
  segments: number;
  memoryBytes: number;
}

/** About a minute of a phone's work. The memory is a bound too, mostly ten times what a run takes. */
export const UNASKED_LIMIT: RunCost = { segments: 2e8, memoryBytes: 1e9 };
/** Hours of work, and what 32-bit WebAssembly and a browser's tab can hold. */
export const HARD_LIMIT: RunCost = { segments: 4e10, memoryBytes: 1.5e9 };
/** Simulated per second in a browser, roughly, as long as nothing was measured. */
export const DEFAULT_SEGMENTS_PER_S = 2e6;

export function costOf({ estimate }: Pick<CheckPassed, 'estimate'>): RunCost {
  return { segments: estimate.segments, memoryBytes: estimate.memory_bytes };
}

/**
 * Every run of a sweep, of which `atOnce` run at a time. Nothing but its results is kept of a run:
 * the memory is that of the largest run, on every worker.
 */
export function costOfSweep({ points, seeds }: Pick<SweepPlan, 'points' | 'seeds'>, atOnce: number): RunCost {
  const lanes = points.flatMap((point) => point.lanes);
  return {
    segments: lanes.reduce((sum, lane) => sum + lane.cost, 0) * seeds.length,
    memoryBytes: lanes.reduce((most, lane) => Math.max(most, lane.memory_bytes), 0) * atOnce,
  };
}

/** A question: is a run that costs so much to be done? */
export interface CostQuestion {
  cost: RunCost;
  /** How fast this machine is, as far as it is known. */
  segmentsPerS: number;
}

/** Whether a cost goes beyond another in anything. */
function exceeds(cost: RunCost, limit: RunCost): boolean {
  return cost.segments > limit.segments || cost.memoryBytes > limit.memoryBytes;
}

/** What both allow together. */
function atLeast(limit: RunCost, cost: RunCost): RunCost {
  return {
    segments: Math.max(limit.segments, cost.segments),
    memoryBytes: Math.max(limit.memoryBytes, cost.memoryBytes),
  };
}

/** The number with two digits that count, grouped as all numbers of the page are. */
export function roundedCount(value: number): string {
  const rounded = Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 1 });
  return rounded.replaceAll(',', '\u202f');
}

/** How long a machine that does this many segments in a second works on it. */
export function workInWords(cost: RunCost, segmentsPerS: number): string {
  const seconds = cost.segments / segmentsPerS;
  if (seconds < 100) return `${roundedCount(Math.max(1, seconds))} seconds`;
  if (seconds < 7200) return `${roundedCount(seconds / 60)} minutes`;
  if (seconds < 2 * 86_400) return `${roundedCount(seconds / 3600)} hours`;
  return seconds < 2 * 31_536_000
    ? `${roundedCount(seconds / 86_400)} days`
    : `${roundedCount(seconds / 31_536_000)} years`;
}

/** What the reader could take back: where the packets come from, and where the memory goes. */
export interface CostPlaces {
  segments: string;
  memory: string;
}

/** Why what is sound is still too much for a page; null if it is not. */
function tooLarge({ segments, memoryBytes }: RunCost, places: CostPlaces): ScenarioError | null {
  if (segments > HARD_LIMIT.segments) {
    return {
      path: places.segments,
      found: `about ${roundedCount(segments)} packets`,
      allowed: `up to ${roundedCount(HARD_LIMIT.segments)} packets in all runs`,
      nearest: null,
      message: `It would send about ${roundedCount(segments)} packets: about ${workInWords({ segments, memoryBytes }, DEFAULT_SEGMENTS_PER_S)} of computing. A page runs up to ${roundedCount(HARD_LIMIT.segments)}. The command line has no limit.`,
    };
  }
  if (memoryBytes > HARD_LIMIT.memoryBytes) {
    return {
      path: places.memory,
      found: `about ${roundedCount(memoryBytes / 1e9)} GB`,
      allowed: `up to ${roundedCount(HARD_LIMIT.memoryBytes / 1e9)} GB over all that runs at once`,
      nearest: null,
      message: `It would need about ${roundedCount(memoryBytes / 1e9)} GB of memory. A page uses up to ${roundedCount(HARD_LIMIT.memoryBytes / 1e9)} GB. The command line has no limit.`,
    };
  }
  return null;
}

/** What everything that computes passes first: the lab, a lesson, a widget, a sweep. */
export interface CostGate {
  /** `run`: without asking; `ask`: after a yes; or why never. */
  judge: (cost: RunCost, places?: CostPlaces) => 'run' | 'ask' | ScenarioError;
  /** The yes: as much is not asked about again. */
  agree: (cost: RunCost) => void;
}

export function costGate(): CostGate {
  let allowed = UNASKED_LIMIT;
  return {
    judge: (cost, places = { segments: '', memory: '' }) =>
      tooLarge(cost, places) ?? (exceeds(cost, allowed) ? 'ask' : 'run'),
    agree(cost) {
      allowed = atLeast(allowed, cost);
    },
  };
}

/** The share of a run that needs no question; 1 for all of it, null if no shorter run helps. */
export function freeShare(cost: RunCost): number | null {
  if (cost.memoryBytes > UNASKED_LIMIT.memoryBytes) return null;
  return Math.min(1, UNASKED_LIMIT.segments / cost.segments);
}
