/**
 * What goes in and out of the engine, as data. Field names are those of the engine and of `ackscope run --json`
 * (snake case, units in the name); times are in simulated seconds.
 */

export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A quantity: an SI number, or text with a unit such as "250ms", "2Mbps", "40pkt", "1bdp". */
export type Quantity = number | string;

/** A scenario as written: defaults not filled in. Only the keys the page itself edits are named here. */
export interface Scenario {
  version: number;
  title?: string;
  seed?: number;
  duration: Quantity;
  hops: ScenarioHop[];
  flows: ScenarioFlow[];
  compare?: (string | LaneEntry)[];
  measure?: [Quantity, Quantity][];
  [key: string]: unknown;
}

export interface ScenarioHop {
  name?: string;
  rate: unknown;
  delay: Quantity;
  queue?: ScenarioModel & { capacity?: Quantity };
  loss?: ScenarioModel;
  back?: {
    rate?: unknown;
    delay?: Quantity;
    queue?: ScenarioModel & { capacity?: Quantity };
    loss?: unknown;
  };
  [key: string]: unknown;
}

/** A queue or loss model with its own parameters. */
export interface ScenarioModel {
  kind: string;
  [parameter: string]: unknown;
}

export interface ScenarioFlow {
  name?: string;
  kind?: 'tcp' | 'cbr';
  algorithm?: string;
  count?: number;
  direction?: Direction;
  from?: number;
  to?: number;
  rtt?: unknown;
  start?: Quantity;
  stop?: Quantity;
  active?: [Quantity, Quantity][];
  compared?: boolean;
  [key: string]: unknown;
}

export interface LaneEntry {
  label?: string;
  algorithm?: string;
  /** Paths (keys joined by dots) to values. */
  set?: Record<string, unknown>;
}

export type Direction = 'forward' | 'backward';

// ---- what the engine can do ------------------------------------------------------------------------------------

export interface Catalogue {
  version: string;
  algorithms: Model[];
  queues: Model[];
  losses: Model[];
  estimators: Model[];
  series: SeriesDecl[];
  rules: Rule[];
  scenario_defaults: Record<string, unknown>;
}

export interface Model {
  id: string;
  name: string;
  summary: string;
  source: string;
  parameters: Parameter[];
  departures: string[];
}

export interface Parameter {
  name: string;
  unit: string;
  kind: 'number' | 'integer' | 'boolean' | 'choice';
  default: number | boolean | string | null;
  min: number | null;
  max: number | null;
  choices: string[];
  help: string;
  source: string;
}

export interface SeriesDecl {
  id: string;
  name: string;
  unit: string;
  help: string;
}

export type RuleKind =
  | 'window-cut'
  | 'timeout'
  | 'fast-retransmit'
  | 'phase'
  | 'decision'
  | 'drop'
  | 'channel-loss'
  | 'channel-state'
  | 'flow';

/** One kind of event and how to explain it. */
export interface Rule {
  id: number;
  key: string;
  kind: RuleKind;
  algorithm: string | null;
  title: string;
  /** LaTeX; each term is written as its name in doubled braces. */
  formula: string;
  terms: RuleTerm[];
  source: string;
}

export interface RuleTerm {
  name: string;
  /** LaTeX. */
  symbol: string;
  unit: string;
  help: string;
}

// ---- reading a scenario ----------------------------------------------------------------------------------------

export type Check = CheckPassed | CheckFailed;

export interface CheckPassed {
  ok: true;
  lanes: { label: string; algorithm: string }[];
  scenario: Scenario;
  duration_s: number;
  estimate: { segments: number; memory_bytes: number };
  warnings: string[];
}

export interface CheckFailed {
  ok: false;
  error: ScenarioError;
}

export interface ScenarioError {
  /** Keys joined by dots; empty where the error is not about one place in the scenario. */
  path: string;
  found: string;
  allowed: string;
  nearest: string | null;
  message: string;
}

// ---- a run, lane by lane ---------------------------------------------------------------------------------------

export interface LaneInfo {
  label: string;
  algorithm: string;
  duration_s: number;
  flows: FlowInfo[];
  hops: HopInfo[];
  series: SeriesInfo[];
}

export interface FlowInfo {
  index: number;
  name: string;
  group: string;
  algorithm: string;
  direction: Direction;
  from: number;
  to: number;
  rtt_s: number;
  packet_bytes: number;
  compared: boolean;
  active: [number, number][];
}

/** One direction of one hop. */
export interface HopInfo {
  hop: number;
  name: string;
  direction: Direction;
  rate_bps: number;
  delay_s: number;
  queue_kind: string;
  capacity_packets: number | null;
  loss_kind: string;
}

export type SeriesSource =
  | { kind: 'flow'; index: number }
  | { kind: 'group'; name: string }
  | { kind: 'hop'; hop: number; direction: Direction };

export interface SeriesInfo {
  source: SeriesSource;
  series: string;
  estimator: string | null;
  unit: string;
}

/** What was recorded since the chunk before. */
export interface Chunk {
  /** How far the simulation has come. */
  time_s: number;
  series: SeriesChunk[];
  events: EventChunk;
}

/**
 * New bins of one series. A bin exists only where there was a sample; until the next bin the last value holds
 * (a step function). There are at most about 4096 bins per series: when they are merged, `from` goes back.
 */
export interface SeriesChunk {
  /** Index in `LaneInfo.series`. */
  id: number;
  /** Index of the first bin written or written again: everything from here on is replaced. */
  from: number;
  /** Start of each bin. */
  time_s: Float64Array;
  min: Float32Array;
  max: Float32Array;
  last: Float32Array;
}

export const TERMS_PER_EVENT = 8;

export interface EventChunk {
  time_s: Float64Array;
  /** `Rule.id`. */
  rule: Uint16Array;
  /** A flow's index, or `CHANNEL_BIT | channel` with channel = 2·hop + (backward ? 1 : 0). */
  source: Uint32Array;
  /** `TERMS_PER_EVENT` per event, in the order of `Rule.terms`; NaN where unused. */
  terms: Float64Array;
}

/** Marks a channel in `EventChunk.source`, and an access link in `PacketLog.place`. */
export const CHANNEL_BIT = 0x8000_0000;

/** Every packet that was on the way in a window, at each place it passed. */
export interface PacketLog {
  from_s: number;
  to_s: number;
  flow: Uint32Array;
  sequence: Float64Array;
  /** 0 data, 1 acknowledgement, 2 retransmission, 3 constant bit rate. */
  kind: Uint8Array;
  /**
   * A channel (2·hop + (backward ? 1 : 0)), or `CHANNEL_BIT | 4·flow + k` for access link k of a flow:
   * 0 out of the source, 1 into the receiver, 2 the acknowledgement out of the receiver, 3 into the source.
   */
  place: Uint32Array;
  enter_s: Float64Array;
  start_s: Float64Array;
  depart_s: Float64Array;
  arrive_s: Float64Array;
  /** 0 delivered, 1 dropped at the queue, 2 lost on the link. */
  fate: Uint8Array;
}

// ---- results: one lane of `ackscope run --json` ----------------------------------------------------------------

export interface LaneResults {
  label: string;
  flows: FlowResults[];
  groups: GroupResults[];
  hops: HopResults[];
  engine: EngineReport;
}

export interface FlowResults {
  name: string;
  index: number;
  algorithm: string;
  direction: Direction;
  windows: FlowWindow[];
  /** Only for a flow of given size. */
  completion_s?: number | null;
}

export interface FlowWindow {
  from_s: number;
  to_s: number;
  goodput_bps: number;
  throughput_bps: number;
  retransmission_ratio: number | null;
  mean_rtt_s: number | null;
  fast_retransmits: number;
  timeouts: number;
  last_sequence: number;
}

export interface GroupResults {
  name: string;
  windows: { from_s: number; to_s: number; total_goodput_bps: number; jain_index: number | null }[];
}

export interface HopResults {
  hop: number;
  direction: Direction;
  windows: HopWindow[];
}

export interface HopWindow {
  from_s: number;
  to_s: number;
  utilisation: number | null;
  mean_queue_packets: number | null;
  drops: number;
  channel_losses: number;
}

export interface EngineReport {
  events: number;
  packet_hops: number;
  delivered_segments: number;
  wall_s: number;
  /** Hexadecimal. Equal for equal scenarios and seeds on every platform. */
  trace_hash: string;
}
