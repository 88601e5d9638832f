import type { Estimate, LaneName, ScenarioError } from './generated/engine.ts';
import type { Scenario } from './generated/scenario.ts';

/**
 * The engine's input and output as data. Field names are those of the engine and of `ackscope run
 * --json` (snake case, units in the name); times are in simulated seconds.
 */

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A quantity: an SI number, or text with a unit such as "250ms", "2Mbps", "40pkt", "1bdp". */
export type Quantity = number | string;

// The scenario, the catalogue, what a run contains and measured, and codes: generated from Rust.
export * from './generated/codes.ts';
export type * from './generated/engine.ts';
export type * from './generated/scenario.ts';

/** The origin of an exported file, for its header. */
export interface Origin {
  title: string;
  /** Empty if there is none. */
  link: string;
}

/** Further data for a qlog: the engine in the page carries no texts. */
export interface QlogOrigin extends Origin {
  /** The titles of the catalogue's rules, in catalogue order. */
  rules: readonly string[];
}

// ---- reading a scenario
// ----------------------------------------------------------------------------------------

export type Check = CheckPassed | CheckFailed;

export interface CheckPassed {
  ok: true;
  lanes: LaneName[];
  scenario: Scenario;
  duration_s: number;
  estimate: Estimate;
  warnings: string[];
}

export interface CheckFailed {
  ok: false;
  error: ScenarioError;
}

// ---- a run, lane by lane
// ---------------------------------------------------------------------------------------

/** The record since the last chunk. */
export interface Chunk {
  /** The simulated time reached. */
  time_s: number;
  series: SeriesChunk[];
  events: EventChunk;
}

/**
 * New bins of one series. A bin exists only where there was a sample; the last value holds until
 * the next bin (a step function). A series has at most about 4096 bins: after bins are merged,
 * `from` is smaller than before.
 */
export interface SeriesChunk {
  /** Index in `LaneInfo.series`. */
  id: number;
  /** Index of the first new or changed bin: this bin and all later ones are replaced. */
  from: number;
  /** Start of each bin. */
  time_s: Float64Array;
  min: Float32Array;
  max: Float32Array;
  last: Float32Array;
}

export interface EventChunk {
  time_s: Float64Array;
  /** `Rule.id`. */
  rule: Uint16Array;
  /** A flow's index, or `CHANNEL_BIT | channel` with channel = 2·hop + (backward ? 1 : 0). */
  source: Uint32Array;
  /** `TERMS_PER_EVENT` per event, in the order of `Rule.terms`; NaN where unused. */
  terms: Float64Array;
  /** How often each rule was applied so far, by `Rule.id`: only a few thousand events are kept. */
  counts: Float64Array;
}

/** Every packet that was on the way in an interval, at each link it passed. */
export interface PacketLog {
  from_s: number;
  to_s: number;
  flow: Uint32Array;
  sequence: Float64Array;
  /** `PACKET_KIND` */
  kind: Uint8Array;
  /** A channel, 2·hop + (backward ? 1 : 0), or `ACCESS_BIT | 4·flow + link` (`ACCESS_LINK`). */
  place: Uint32Array;
  enter_s: Float64Array;
  start_s: Float64Array;
  depart_s: Float64Array;
  arrive_s: Float64Array;
  /** `FATE`: dropped by the queue, or lost on the link. */
  fate: Uint8Array;
}

/** An interval of a run, simulated again with everything recorded. */
export interface IntervalDetail {
  from_s: number;
  to_s: number;
  /** Series by index in `LaneInfo.series`; each starts with the value held at the beginning. */
  chunk: Chunk;
  /** Null if no packets were requested. */
  packets: PacketLog | null;
}

// ---- codes that the store gives to the charts
// -------------------------------------------------------------------

/** How cwnd was cut. */
export const MARK_KIND = { cut: 0, timeout: 1, fastRetransmit: 2 } as const;
/** How a packet was lost: dropped by a full queue, dropped early, or lost on the link. */
export const LOSS_KIND = { dropped: 0, early: 1, lost: 2 } as const;
