// Generated from Rust by `npm run generate`. Do not edit.

import type { Direction } from './scenario.ts';

/** A cause that the scenario does not have. */
export interface AbsentSuspect {
  id: string;
  /** Its name, as it stands in a sentence. */
  name: string;
}

/** What an algorithm scored. */
export interface AlgorithmScore {
  /** Its id. */
  algorithm: string;
  /** Hash of its text, if it is a script. */
  script_hash?: string | null;
  /** Mean over the paths of its goodput by what is fair there, more than fair counted as fair; null until every path has been run. */
  goodput_share: number | null;
  /** Geometric mean over the paths of the 95th percentile of the queueing delay, each at least 1 ms; null until every path has been run. */
  p95_delay_s: number | null;
  /** By path; null where nothing has been run yet. */
  cells: (CellScore | null)[];
}

/** What a code says. */
export type AnswerCode = {
  kind: 'curve';
  /** Which question. */
  of: CodePlace;
  levels: number[];
} | {
  kind: 'answers';
  /** The first question. */
  of: CodePlace;
  answers: ToldAnswer[];
} | {
  kind: 'result';
  /** Which exercise. */
  of: CodePlace;
  /** The number of conditions. */
  conditions: number;
  /** Which of them hold: bit 0 is the first. */
  holding: number;
  /** The variant; 0 without one. */
  variant: number;
  /** The first 32 bits of the run's trace hash. */
  trace: number;
} | {
  kind: 'curve-of-variant';
  /** Which question. */
  of: CodePlace;
  variant: number;
  levels: number[];
};

/** A rule with the values of its terms. */
export interface AppliedRule {
  /** The rule's id. */
  rule: number;
  /** Values in the order of the rule's terms; null where infinite or unused. */
  terms: (number | null)[];
}

/** What the search found. */
export interface BreakReport {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  /** The algorithm under test. */
  algorithm: string;
  /** Hash of its text, if it is a script. */
  script_hash?: string | null;
  seed: number;
  /** The objectives that were asked for. */
  objectives: string[];
  /** The other algorithm that was run on the same networks. */
  other?: string | null;
  /** The strongest first. */
  finds: FindReport[];
  /** How many runs it took. */
  runs: number;
  /** How many events these runs had. */
  events: number;
  /** Whether it came to its end: else finds are missing that had not been confirmed yet. */
  is_complete: boolean;
}

/** What is to be broken. */
export interface BreakRequest {
  /** The id of a built-in algorithm, or of one of `scripts`. */
  algorithm: string;
  /** Texts of scripts by id. */
  scripts: Record<string, unknown>;
  /** The ids of the objectives; all if there is none. */
  objectives: string[];
  seed: number;
  /** The most runs. */
  max_runs: number;
  /** The id of another algorithm, such as a second version of it: whether that one fails on the same networks. */
  other: string | null;
}

/** What every page of the site needs to know of the engine. */
export interface Catalogue {
  /** The engine's version. */
  version: string;
  /** Congestion-control algorithms. */
  algorithms: Model[];
  /** The decisions a run explains; an event's rule is a position in this list. */
  rules: ShownRule[];
  /** What a scenario means where it is silent: a hop, a flow, and the scenario itself with every key that has a fixed default. */
  scenario_defaults: Record<string, unknown>;
}

export interface CausesAnswer {
  kind: CausesAnswerKind;
  /** The ids of its suspects. */
  suspects: string[];
  /** The quantity without them, in the run on the screen; of several equal ones, without the first. */
  value: number | null;
  /** The answer in words. */
  sentence: string;
}

export type CausesAnswerKind = 'nothing' | 'cause' | 'equally' | 'together' | 'partly' | 'none';

/** The quantity over the replicates. */
export interface CausesAsIs {
  /** In the run on the screen. */
  value: number;
  /** Over the replicates. */
  median: number;
  /** All replicates. */
  values: number[];
}

/** What is asked about. */
export type CausesOf = 'goodput' | 'delay' | 'completion' | 'fairness';

/** Why a lane is slow, late or unfair. */
export interface CausesReport {
  /** The lane's label. */
  lane: string;
  interval_s: [number, number];
  /** The quantity in question. */
  of: CausesOf;
  /** Its unit; empty for an index. */
  unit: string;
  as_is: CausesAsIs;
  /** What the lane could have at most. */
  bound: number;
  /** The suspects of this scenario, the largest effect first. */
  suspects: Suspect[];
  /** The causes that this scenario does not have. */
  absent: AbsentSuspect[];
  answer: CausesAnswer;
  /** What explains the distance to another lane, if that was asked. */
  distance?: LaneDistance | null;
  /** How many runs it took. */
  runs: number;
  /** How many events these runs had. */
  events: number;
}

/** What an algorithm scored on one path, each number over the seeds. */
export interface CellScore {
  /** Goodput of its flows together, in bit/s (RFC 5166 §2.1). */
  goodput_bps: Summary;
  /** The same by what is fair for them. */
  goodput_share: Summary;
  /** Queueing delay at the bottleneck that 95 of 100 packets do not exceed, in seconds (§2.2). */
  p95_delay_s: Summary;
  /** The same for 99 of 100. */
  p99_delay_s: Summary;
  /** Packets that the bottleneck's queue dropped by those that arrived (§2.3). */
  loss_ratio: Summary;
  /** Segments that its flows retransmitted by those they sent. */
  retransmission_ratio: Summary;
  /** Jain index of the goodputs of all flows in its direction; null where no flows share (§2.4). */
  jain_index: Summary | null;
  /** From the start until its flows have nine tenths of their fair share for ten seconds, in seconds; counts the seeds where they do (§2.6). */
  convergence_s: Summary;
  /** Its mean goodput by that of the other algorithm's flow; null where there is none (§2.4). */
  friendliness: Summary | null;
  /** Packets that the bottleneck marked by those that arrived. */
  mark_ratio: Summary;
}

/** A deviation from the plain network. */
export interface ChangeReport {
  dimension: string;
  value: number;
  plain: number;
  /** The same in words. */
  says: string;
}

/** Where the number that decides a claim is, and where it may be. */
export interface ClaimLine {
  measured: number;
  /** Half its 95 % interval; null where it does not scatter. */
  half_width: number | null;
  /** What it is compared with. */
  expected: number;
  /** The least that is allowed; null without a bound. */
  low: number | null;
  /** The most that is allowed; null without a bound. */
  high: number | null;
  /** What ns-2 gives; null where it was not run, or where several pairs of numbers are compared. */
  ns2: number | null;
  unit: string;
  /** Whether other seeds may change the verdict. */
  by_chance: boolean;
}

/** A request. */
export type Classwork = {
  do: 'write';
  said: CodeRequest;
} | {
  do: 'read';
  /** The list. */
  text: string;
  /** Only codes of this question count. */
  of: CodePlace | null;
} | {
  do: 'variant';
  /** The task's salt. */
  salt: string;
  /** The student's number, as the course knows it. */
  student: string;
} | {
  do: 'values';
  /** The values that each path takes. */
  vary: Record<string, unknown>;
  variant: number;
};

/** A line of the list with something in it. */
export interface CodeLine {
  /** The line, from 1. */
  line: number;
  /** What stands there. */
  text: string;
  /** The name beside the code, if there is one. */
  name?: string | null;
  /** The code, in the spelling of this page; absent if it cannot be read. */
  written?: string | null;
  /** What it says. Of a code of another question it is there, too. */
  code?: AnswerCode | null;
  /** Why it does not count. */
  problem?: string | null;
  /** Codes that fit and differ in one character that looks alike. */
  alike: LookAlike[];
}

/** Which question a code answers. */
export interface CodePlace {
  /** The number of the lesson. */
  lesson: number;
  /** The step, from 1. */
  step: number;
}

/** An answer or a result that becomes a code. */
export type CodeRequest = {
  form: 'curve';
  /** Which question. */
  of: CodePlace;
  /** The mean of each twelfth of the axis. */
  means: number[];
  /** The upper end of the axis. */
  top: number;
  /** The variant, if the lesson has variants. */
  variant: number | null;
} | {
  form: 'answers';
  /** The first question. */
  of: CodePlace;
  /** From that step on. */
  answers: GivenAnswer[];
} | {
  form: 'result';
  /** Which exercise. */
  of: CodePlace;
  /** Whether each condition holds. */
  holds: boolean[];
  /** The variant; 0 without one. */
  variant: number;
  /** The run's trace hash, in hexadecimal. */
  trace_hash: string;
};

/** A connection as its algorithm sees it. */
export interface ConnectionState {
  /** Congestion window, in segments. */
  cwnd: number;
  /** Slow-start threshold, in segments; null while there is none. */
  ssthresh: number | null;
  /** Segments sent and not yet cumulatively acknowledged. */
  flight: number;
  /** First of them. */
  una: number;
  /** Smoothed RTT, in seconds; null before the first sample. */
  srtt_s: number | null;
  /** Latest RTT sample, in seconds. */
  last_rtt_s: number | null;
  /** Smallest RTT sample, in seconds. */
  min_rtt_s: number | null;
}

/** A delay that changes. */
export interface DelayOverTime {
  /** The model's id, or `steps`. */
  kind: string;
  /** Its largest value in seconds. */
  most_s: number;
}

/** All TCP flows of one direction. */
export interface DirectionResults {
  /** `forward` or `backward`. */
  direction: Direction;
  /** By measurement window. */
  windows: DirectionWindow[];
}

/** What they got in a window. */
export interface DirectionWindow {
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** Sum of their goodputs. */
  total_goodput_bps: number;
  /** Mean of their goodputs, each flow with the same weight. */
  mean_goodput_bps: number | null;
  /** Jain index of their goodputs: of the mix, where several groups meet. */
  jain_index: number | null;
}

/** What the engine did. */
export interface EngineReport {
  /** Events processed. */
  events: number;
  /** Packets that arrived at channels. */
  packet_hops: number;
  /** Segments handed over in order, all flows together. */
  delivered_segments: number;
  /** Wall-clock time of the run; 0 where nobody measured it. */
  wall_s: number;
  /** Fingerprint of everything that happened, the same on every machine. */
  trace_hash: string;
  /** Why the run ended before its time, in a sentence; absent if it did not. */
  stopped?: string | null;
}

/** What a run will cost, all lanes together: an upper bound, or what trial runs show if the bound is high. */
export interface Estimate {
  /** Packets that arrive at channels, ACKs among them, and what takes as long. */
  segments: number;
  /** Bytes that are in use at once. */
  memory_bytes: number;
  /** Whether trial runs are needed, or were made. */
  trial?: Trial | null;
}

/** A suspect taken away in this lane and in another. */
export interface ExplainedDistance {
  id: string;
  /** Its name, as it stands in a sentence. */
  name: string;
  /** The other lane's quantity without it. */
  value: number;
  /** The part of the distance that goes with it: 1 is all. */
  part: number;
}

/** A program, or why there is none. */
export interface Exported {
  simulator: Simulator;
  /** The program; null if the scenario needs what the simulator does not have. */
  program: string | null;
  /** What the simulator cannot express, each once. */
  cannot: string[];
  /** What it does in another way, each once. */
  differs: string[];
}

/** A program, or why there is none. */
export interface ExportedScript {
  /** The program; null if the script needs what the target does not have. */
  program: string | null;
  /** What the target cannot say, each once. */
  cannot: string[];
  /** What it does in another way. */
  differs: string[];
}

/** A name that may stand in an expression. */
export interface ExpressionName {
  word: string;
  /** Its unit; empty for a plain number and for what depends on its keys. */
  unit: string;
  /** What it means. */
  help: string;
}

/** What an expression is about. */
export type ExpressionOf = 'rows' | 'run';

/** What an expression is, or what is wrong with it. */
export interface ExpressionReport {
  /** Its mistakes in the order of their places; empty if it can be computed. */
  errors: ScriptError[];
  /** Whether it is a condition, which holds or does not. */
  is_condition: boolean;
  /** Its unit, as in `segments/s`; empty for a plain number. */
  unit: string;
  /** The program, for `evaluate`; empty if there is a mistake. */
  program: number[];
  /** The names of rows that the program reads, each once. */
  inputs: string[];
  /** Over a run: the measures that the program reads instead. */
  measured: Measured[];
  /** The names that may stand in it. */
  names: ExpressionName[];
}

/** A network that breaks the algorithm. */
export interface FindReport {
  /** The id of a suspect of `why`, or of a dimension where `why` proves none. */
  cause: string;
  /** Its name, as it stands in a sentence. */
  cause_name: string;
  objective: string;
  /** By which factor it is worse than its witness, in the scenario below. */
  factor: number;
  /** The least of five replicates. */
  low: number;
  /** The most of them. */
  high: number;
  /** The algorithm that does well on the same network. */
  witness: string;
  /** What was measured, and its unit. */
  unit: string;
  value: number;
  witness_value: number;
  /** What differs from the plain network; nothing if it fails on that one. */
  changes: ChangeReport[];
  /** The network in words. */
  network: string;
  /** What `why` says about it. */
  why?: string | null;
  /** How many more networks have the same cause. */
  also: number;
  /** Of a search with another algorithm: in how many of the five replicates that one fails here as well. */
  other_fails?: number | null;
  /** It as a lesson of one's own, in Markdown, with `{run}` where the link of the scenario belongs; none of a failure that no measure of a lesson shows. */
  lesson?: string | null;
  /** The scenario, with the algorithm and its witness as lanes. */
  scenario: unknown;
}

/** Which network and which algorithm give a measured curve. */
export interface Fit {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  answer: FitAnswer;
  /** The same in words. */
  reason: string;
  /** What moves in the curve and in no scenario of these. */
  unexplained: string[];
  /** What comes nearest, whatever the answer. */
  scenario: Record<string, unknown>;
  /** When the curve begins in the scenario, in its seconds: not at 0 if the file does not begin with the connection. */
  begins_s: number;
  parameters: FitParameters;
  /** The algorithms in groups that the curve does not tell apart, the best first. */
  laws: string[][];
  /** What else is on the path: nothing, a flow of an algorithm beside, flows against it. */
  company: string;
  /** How far the curve is from the scenario's, in tolerances: 1 is alike. */
  distance: number;
  /** How far the scenario's own replicates are from each other. */
  own_spread: number;
  over_time: FitOverTime;
  /** Seconds of the curve that were used. */
  seconds: number;
  /** How many runs it took. */
  runs: number;
}

export type FitAnswer = 'fit' | 'none';

/** A parameter with the values that give as good a curve. */
export interface FitInterval {
  value: number;
  low: number;
  /** Null if the curve sets no upper bound. */
  high: number | null;
}

/** The nearest guess. */
export interface FitNear {
  law: string;
  rate_bps: number;
  base_rtt_s: number;
  buffer_packets: number;
  loss: number;
  /** In tolerances: 1 is alike. */
  distance: number;
}

/** The measured window beside those of the best scenario's replicates, in parts of the curve of one length: where it is outside of all of them, nothing of the scenario explains it. Packets, as the mean of a part; null where a part has no sample. */
export interface FitOverTime {
  /** The length of a part. */
  every_s: number;
  measured: (number | null)[];
  /** The least and the largest of the replicates. */
  low: (number | null)[];
  high: (number | null)[];
  /** The parts, from 0, that are outside of them by more than a tenth of the measured window. */
  outside: number[];
}

export interface FitParameters {
  /** Of the bottleneck, in bit/s on the wire. */
  rate_bps: FitInterval;
  /** The two-way propagation delay. */
  base_rtt_s: FitInterval;
  /** What waits at the bottleneck at most. */
  buffer_packets: FitInterval;
  /** Part of the packets that are lost at random. */
  loss: FitInterval;
  /** The receive window in packets, if it limits; read off, not searched. */
  receive_window_packets?: number | null;
}

/** What is known before the answer. */
export interface FitSoFar {
  stage: FitStage;
  runs: number;
  near: FitNear | null;
}

/** What is being done. */
export type FitStage = 'try' | 'refine' | 'company' | 'bound';

/** A flow of a run. */
export interface FlowInfo {
  index: number;
  name: string;
  /** The name of its group. */
  group: string;
  /** Its algorithm's id, or `cbr`. */
  algorithm: string;
  /** `forward` or `backward`. */
  direction: Direction;
  /** Left router of its stretch. */
  from: number;
  /** Right router of its stretch. */
  to: number;
  /** Two-way propagation delay in seconds. */
  rtt_s: number;
  /** Data packets on the wire. */
  packet_bytes: number;
  /** Whether the lane's algorithm stands in its place. */
  compared: boolean;
  /** Starts and ends of its connections in seconds, jitter included. */
  active: [number, number][];
}

/** What a flow got. */
export interface FlowResults {
  /** The name of its group. */
  name: string;
  /** Its own name, unlike that of any other flow. */
  flow_name: string;
  /** Its number in the whole scenario. */
  index: number;
  /** Its algorithm's id, or `cbr`. */
  algorithm: string;
  /** `forward` or `backward`. */
  direction: Direction;
  /** For a flow of given size, the time from its start to the arrival of its last byte; null if it did not finish. */
  completion_s?: number | null;
  /** By measurement window. */
  windows: FlowWindow[];
}

/** Measurements of a flow in an interval. */
export interface FlowWindow {
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** New data delivered in order at the receiver; whole packets, each counted once. */
  goodput_bps: number;
  /** All data the sender transmits, including retransmissions. */
  throughput_bps: number;
  /** All data the sender transmits, without retransmissions (GM04's goodput, from the sender's counters). */
  goodput_sender_bps: number;
  /** Retransmissions / all data segments sent; null if none was sent. */
  retransmission_ratio: number | null;
  /** Retransmissions / distinct segments sent; null if there is none. */
  retransmission_ratio_of_distinct: number | null;
  /** Window reductions / segments sent, the p of the theory; null if none was sent. */
  loss_event_rate: number | null;
  /** Segments that arrived although the receiver already had them. */
  spurious_retransmissions: number;
  /** Mean of the RTT samples, each with the same weight; null without one. */
  mean_rtt_s: number | null;
  /** Mean waiting time of the data packets that arrived, in all queues on their way, each packet with the same weight. It does not contain waiting in an access link, transmission, jitter, or a propagation delay that changes, nor what ACKs wait; null if none arrived. */
  mean_queueing_s: number | null;
  /** Loss events found by duplicate ACKs or SACK. */
  fast_retransmits: number;
  /** Expiries of the retransmission timer. QUIC has none: there it is persistent congestions (RFC 9002 §7.6). */
  timeouts: number;
  /** Segments delivered in order since the start of the run. */
  last_sequence: number;
  /** Segments that reached the receiver marked; absent without ECN. */
  ce_segments?: number | null;
  /** Window reductions that marks caused; absent without ECN. */
  ecn_reductions?: number | null;
  /** Window reductions by losses, timeouts and marks / segments sent, the p of the theory where ECN is on; absent without ECN. */
  congestion_event_rate?: number | null;
  /** Completed transfers of the application: responses to requests, or chunks of video; absent without an application. */
  completed_transfers?: number | null;
  /** Mean completion time of these transfers, each with the same weight. It starts with the connection of a response or the request of a chunk, and ends when the last segment arrives; absent without one. */
  mean_completion_s?: number | null;
  /** Completion time that half of the transfers did not exceed, to about 3 %. */
  p50_completion_s?: number | null;
  /** Completion time that 95 of 100 transfers did not exceed. */
  p95_completion_s?: number | null;
  /** Completion time that 99 of 100 transfers did not exceed. */
  p99_completion_s?: number | null;
  /** Mean encoding rate of the received video chunks, each with the same weight; absent without one. */
  mean_chunk_rate_bps?: number | null;
  /** Time that video playback was stalled, counted when playback resumes; absent without video. */
  stalled_s?: number | null;
  /** Waiting time, as in `mean_queueing_s`, that half of the packets that arrived did not exceed, to about 3 %; absent for TCP without `measure_delay`. */
  p50_queueing_s?: number | null;
  /** Waiting time that 95 of 100 packets did not exceed; absent as the median is. */
  p95_queueing_s?: number | null;
  /** Waiting time that 99 of 100 packets did not exceed; absent as the median is. */
  p99_queueing_s?: number | null;
  /** Delay that half of the packets that arrived did not exceed, from the source to the receiver: path and waiting, to about 3 %; absent for TCP without `measure_delay`. */
  p50_delay_s?: number | null;
  /** Delay that 95 of 100 packets did not exceed; absent as the median is. */
  p95_delay_s?: number | null;
  /** Delay that 99 of 100 packets did not exceed; absent as the median is. */
  p99_delay_s?: number | null;
  /** Segments sent not for the first time. */
  retransmissions: number;
  /** Segments that the receiver discarded because of an old timestamp; absent without `paws`. */
  stale_segments?: number | null;
}

/** A closed form or a fluid model of a paper. */
export interface Formula {
  id: string;
  /** What people call it. */
  name: string;
  /** What it says, in a sentence. */
  summary: string;
  /** The equation in LaTeX. */
  latex: string;
  /** What it depends on. */
  parameters: FormulaParameter[];
  outputs: FormulaOutput[];
  /** The parameter that is drawn along the axis unless somebody chooses another. */
  axis: string;
  /** Under which circumstances it holds. */
  assumptions: string[];
  /** What can be tested of them: a point names those it breaks. */
  conditions: string[];
  /** Paper and equation, or RFC and section. */
  source: string;
  /** What is wrong in print, and what is computed instead. */
  corrections: string[];
}

export interface FormulaOutput {
  name: string;
  /** What people call it. */
  label: string;
  /** Its symbol in LaTeX. */
  symbol: string;
  /** Its unit, empty for a plain number. */
  unit: string;
  help: string;
}

export interface FormulaParameter {
  name: string;
  /** What people call it. */
  label: string;
  /** Its symbol in LaTeX. */
  symbol: string;
  /** Its unit, empty for a plain number. */
  unit: string;
  /** Its value where none is given. */
  default: number;
  /** The smallest allowed value. */
  min: number;
  /** The largest allowed value. */
  max: number;
  /** Where a curve along it begins. */
  plot_from: number;
  /** Where it ends. */
  plot_to: number;
  /** Whether that axis is logarithmic. */
  logarithmic: boolean;
  /** Whether it must be a whole number. */
  whole: boolean;
  help: string;
}

/** A swept parameter. */
export interface GalleryAxis {
  /** The key. */
  name: string;
  unit: string;
  points: GalleryPoint[];
}

/** A metric whose published numbers, multiplied, are those of a panel. */
export interface GalleryBeside {
  /** The metric, with the same keys. */
  metric: string;
  times: number;
}

/** A recorded number, to five digits. */
export interface GalleryCell {
  /** The keys of its metric. */
  keys: GalleryKey[];
  /** Mean over the repetitions. */
  mean: number;
  /** Half the width of its 95 % interval; null where there is none. */
  half_width: number | null;
}

export interface GalleryClaim {
  id: string;
  text: string;
  /** Where. */
  at: string;
  /** What the last full run says; null where nothing decides it. */
  holds: boolean | null;
  /** Whether numbers can decide it. */
  judged: boolean;
  /** The two numbers that decide it, and the tolerance. */
  numbers: string | null;
  /** The same as places on a line; null where no range is allowed. */
  line: ClaimLine | null;
  /** Why it does not hold, or why no number decides it. Without a reason, the variants in which it holds. */
  why: string | null;
}

export interface GalleryEntry {
  id: string;
  /** The paper's key, the title of one of the page's own collections, or `Linux` for what was measured in its kernel. */
  paper: string;
  /** Which figure, table or equation. */
  label: string;
  /** Its name. */
  title: string;
  /** What it asks. */
  question: string;
  /** How it opens. */
  kind: GalleryKind;
  /** The scenario of the full form, windows included; null for a formula. */
  scenario: unknown;
  /** The scenario of the quick form, where it is another one. */
  quick: unknown;
  /** Repetitions: full, quick. */
  seeds: [number, number];
  /** What the quick form leaves out, in words; null where it leaves nothing out. */
  short: string | null;
  /** The name of the key that is the lane. */
  lanes: string;
  /** The windows of the full form: name, start, end in seconds. */
  windows: [string, number, number][];
  /** The windows of the quick form. */
  quick_windows: [string, number, number][];
  /** What is swept. */
  axes: GalleryAxis[];
  /** What combinations of points change besides. */
  together: GalleryTogether[];
  /** What is measured. */
  metrics: GalleryMetric[];
  /** What was published. */
  values: GalleryValue[];
  /** What the last full run measured of what is drawn; null where nothing is recorded. */
  recorded: GalleryRecord | null;
  /** What is claimed, with the verdict of the last full run. */
  claims: GalleryClaim[];
  /** How it is drawn. */
  plot: GalleryPanel[];
  /** The entry that lists offer instead, with a sender of today: only old links name this one. */
  today?: string | null;
}

/** A key of a number: an algorithm, a window, a value of an axis. */
export type GalleryKey = number | string;

/** How an entry of the gallery opens. */
export type GalleryKind = 'single' | 'sweep' | 'formula' | 'live';

/** A metric of an entry. */
export interface GalleryMetric {
  /** Its name. */
  id: string;
  about: string;
  unit: string;
  keys: string[];
  /** Groups of flows, or a channel, of which it is measured; empty for what is computed or published. */
  of: string[];
  /** The number of the report that is measured, if it is one. */
  number: string | null;
  /** How the numbers of several flows become one: `sum`, `mean`, `min`, `max`, `jain`. */
  across: string;
  /** The window, where it is no key. */
  window: string | null;
}

/** A part of the figure. */
export interface GalleryPanel {
  /** The figure's name. */
  figure: string;
  /** `line`, `bars` or `trace`. */
  kind: string;
  /** The key along x; empty for traces. */
  x: string;
  /** The metric, or the series of a trace. */
  y: string;
  /** The key that tells lines apart. */
  series: string | null;
  /** Values of the metric's other keys. */
  fixed: Record<string, GalleryKey>;
  /** Whether x is logarithmic. */
  log_x: boolean;
  /** A metric whose published numbers, multiplied, are this one's. */
  beside: GalleryBeside | null;
}

export interface GalleryPoint {
  value: GalleryKey;
  /** Paths and values. */
  set: Record<string, unknown>;
  /** Whether it is in the quick form. */
  quick: boolean;
}

/** What the last full run measured. */
export interface GalleryRecord {
  /** The version of the program that measured it. */
  version: string;
  /** Repetitions of each point. */
  seeds: number;
  /** The numbers by metric. */
  cells: Record<string, GalleryCell[]>;
}

/** Further changes for one combination of axis values. */
export interface GalleryTogether {
  /** The axes with their values. */
  at: Record<string, GalleryKey>;
  /** Paths and values. */
  set: Record<string, unknown>;
}

/** A published number. */
export interface GalleryValue {
  metric: string;
  keys: GalleryKey[];
  /** The paper's number. */
  paper: number | null;
  /** What that number is: `exact`, `approximately`, `up-to`, `less-than`, `greater-than`. */
  qualifier: string;
  /** ns-2's number. */
  ns2: number | null;
  /** A Linux kernel's number. */
  kernel: number | null;
}

/** A learner's answer to a choice or a question for a number. */
export type GivenAnswer = {
  form: 'none';
} | {
  form: 'unsure';
} | {
  form: 'choice';
  /** Its index. */
  option: number;
} | {
  form: 'number';
  /** The answer. */
  value: number;
  /** The lowest value. */
  low: number;
  /** The highest. */
  high: number;
};

/** A group beside the same group in the first lane. */
export interface GroupComparison {
  name: string;
  /** By measurement window. */
  windows: WindowComparison[];
}

/** What a group of flows got. */
export interface GroupResults {
  name: string;
  /** Of flows of given size, their completion times; `count` have finished. */
  completion?: Summary | null;
  /** By measurement window. */
  windows: GroupWindow[];
}

/** What a group got in a window. */
export interface GroupWindow {
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** Sum of the flows' goodputs. */
  total_goodput_bps: number;
  /** Jain index of the flows' goodputs; null if all are zero. */
  jain_index: number | null;
  /** Sum of the flows' throughputs. */
  total_throughput_bps: number;
  /** Mean of the flows' goodputs, each flow with the same weight; null if there is no flow. */
  mean_goodput_bps: number | null;
  /** Mean of the flows' throughputs, each flow with the same weight (GM02). */
  mean_throughput_bps: number | null;
  /** Jain index of the flows' throughputs (GM02). */
  throughput_jain_index: number | null;
  /** Largest / smallest goodput; null if one is zero. */
  max_min_ratio: number | null;
  /** Slope of ln goodput against ln RTT: −1 for Reno, −½ for Westwood in theory; null for equal RTTs. */
  rtt_exponent: number | null;
  /** (Largest − smallest last sequence number) / their mean (GM04). */
  sequence_spread: number | null;
  /** Mean goodput / mean goodput of the other TCP flows of its direction; null if there are none. */
  share_ratio: number | null;
  /** Retransmissions / all data segments sent, over all its flows: the flows' ratios, weighted by what they sent. */
  retransmission_ratio: number | null;
  /** Window reductions / segments sent, over all its flows: the flows' ratios, weighted by what they sent. */
  loss_event_rate: number | null;
  /** Mean of the flows' mean RTTs, each flow with the same weight. */
  mean_rtt_s: number | null;
  /** Seconds from the start of the interval until its flows have nine tenths of their fair share of the bottleneck and keep it for ten seconds, second by second (δ = 0.1); null if they do not within the interval. */
  fair_convergence_s: number | null;
  /** Transfers of its flows' applications that were completed; null without one. */
  completed_transfers: number | null;
  /** Mean completion time of these transfers, over all its flows, each transfer with the same weight; null without one. */
  mean_completion_s: number | null;
  /** Completion time that half of them did not exceed, over all its flows. */
  p50_completion_s: number | null;
  /** Completion time that 95 of 100 did not exceed, over all its flows. */
  p95_completion_s: number | null;
  /** Completion time that 99 of 100 did not exceed, over all its flows. */
  p99_completion_s: number | null;
  /** Mean encoding rate of the chunks of video that came to its flows, each with the same weight; null without one. */
  mean_chunk_rate_bps: number | null;
  /** Time that playback was stalled, summed over its flows; null without video. */
  stalled_s: number | null;
}

/** One direction of a hop. */
export interface HopInfo {
  hop: number;
  name: string;
  /** `forward` or `backward`. */
  direction: Direction;
  /** Largest rate it ever has, in bit/s; the mean one, if a model draws it. */
  rate_bps: number;
  /** The model that draws its rate, if one does. */
  rate_model?: string | null;
  /** One-way propagation delay in seconds; the smallest one, if it changes. */
  delay_s: number;
  /** The delay over time, if it changes. */
  delay_over_time?: DelayOverTime | null;
  /** Queue discipline. */
  queue_kind: string;
  /** How many packets may wait; null if the capacity counts bytes. */
  capacity_packets: number | null;
  /** Loss model. */
  loss_kind: string;
}

/** What a channel did. */
export interface HopResults {
  /** The hop's number. */
  hop: number;
  /** The hop's name. */
  name: string;
  /** `forward` or `backward`. */
  direction: Direction;
  /** By measurement window. */
  windows: HopWindow[];
}

/** Measurements of a channel in an interval. */
export interface HopWindow {
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** Transmitted bits / possible bits, at most 1; null if the rate of the channel was zero. */
  utilisation: number | null;
  /** Bits of TCP data that reached the receivers in the interval, each segment once and in order or not / possible bits; at most the utilization. */
  useful_utilisation: number | null;
  /** Seconds from the interval's start until the goodput of TCP is nine tenths of the rate and stays there in each of ten seconds; null if this does not happen in the interval. */
  convergence_s: number | null;
  /** Mean number of waiting packets, weighted by time. */
  mean_queue_packets: number;
  /** The most packets that waited at one instant. */
  max_queue_packets?: number | null;
  /** Mean waiting time of the transmitted packets, each with the same weight; null without one. */
  mean_queueing_delay_s: number | null;
  /** Waiting time that half of the packets did not exceed, to about 3 %. */
  p50_queueing_delay_s: number | null;
  /** Waiting time that 95 of 100 packets did not exceed. */
  p95_queueing_delay_s: number | null;
  /** Waiting time that 99 of 100 packets did not exceed. */
  p99_queueing_delay_s: number | null;
  /** Packets that arrived. */
  arrivals: number;
  /** Drops at the queue / arrivals; null if none arrived. */
  drop_ratio: number | null;
  /** Packets dropped although the queue had room. */
  early_drops: number;
  /** Packets dropped by the queue, for whatever reason. */
  drops: number;
  /** Packets lost by the link. */
  channel_losses: number;
  /** Packets that reached the far end of the link after a packet that was transmitted later: those that RFC 4737 calls reordered, not those that overtook them. */
  reordered: number;
  /** ACKs that the link removed because a later ACK acknowledged more. */
  thinned_acks: number;
  /** Packets marked by the queue; absent if it cannot mark. */
  marks?: number | null;
  /** Marked packets / packets that started their transmission; absent if the queue cannot mark, or if none started. */
  mark_ratio?: number | null;
  /** Packets of the L4S queue that were transmitted; absent without such a queue. */
  l4s_packets?: number | null;
  /** Packets marked in the L4S queue; absent without such a queue. */
  l4s_marks?: number | null;
  /** Mean waiting time in the L4S queue, each packet with the same weight; absent without such a queue. */
  l4s_queueing_delay_s?: number | null;
  /** Waiting time in the L4S queue that 99 of 100 packets did not exceed; absent without such a queue. */
  p99_l4s_queueing_delay_s?: number | null;
  /** Packets of the classic queue that were transmitted; absent without an L4S queue beside it. */
  classic_packets?: number | null;
  /** Packets marked in the classic queue; absent without an L4S queue beside it. */
  classic_marks?: number | null;
  /** Mean waiting time in the classic queue, each packet with the same weight; absent without an L4S queue beside it. */
  classic_queueing_delay_s?: number | null;
  /** Waiting time in the classic queue that 99 of 100 packets did not exceed; absent without an L4S queue beside it. */
  p99_classic_queueing_delay_s?: number | null;
  /** Waiting time in the L4S queue that half of the packets did not exceed; absent without such a queue. */
  p50_l4s_queueing_delay_s?: number | null;
  /** Waiting time in the L4S queue that 95 of 100 packets did not exceed; absent without such a queue. */
  p95_l4s_queueing_delay_s?: number | null;
  /** Waiting time in the classic queue that half of the packets did not exceed; absent without an L4S queue beside it. */
  p50_classic_queueing_delay_s?: number | null;
  /** Waiting time in the classic queue that 95 of 100 packets did not exceed; absent without an L4S queue beside it. */
  p95_classic_queueing_delay_s?: number | null;
}

/** What the algorithm of a lane makes of the state. */
export interface LaneAnswer {
  /** The lane's label. */
  label: string;
  algorithm: string;
  /** The window it sets, in segments. */
  cwnd: number;
  /** The threshold it sets, in segments; null while there is none. */
  ssthresh: number | null;
  /** Its bandwidth estimate, in bit/s, if it keeps one. */
  estimate_bps: number | null;
  /** The rules it applied, with their numbers. */
  decisions: AppliedRule[];
}

/** A lane beside the first one. */
export interface LaneComparison {
  /** The lane's label. */
  lane: string;
  /** The first lane's label. */
  reference: string;
  groups: GroupComparison[];
}

/** Why it is less than another lane. */
export interface LaneDistance {
  lane: string;
  /** Its quantity as it is. */
  value: number;
  /** The suspects that matter, those that explain most first; none if the other lane is not ahead. */
  explained: ExplainedDistance[];
  /** The same in words. */
  sentence: string;
}

/** What a run contains: the names behind the numbers of chunks. */
export interface LaneInfo {
  /** Version of the engine. */
  engine: string;
  /** Engine, scenario and seed. */
  provenance: Provenance;
  /** The lane's label. */
  label: string;
  /** The algorithm of its compared flows. */
  algorithm: string;
  /** What the script that the scenario brings for this algorithm calls it; null without one. */
  script_name: string | null;
  /** Whether its growth per RTT is half of what its source says: it counts ACKs, and the receiver acknowledges every second segment. */
  half_growth: boolean;
  /** Simulated seconds. */
  duration_s: number;
  /** The flows, by index. */
  flows: FlowInfo[];
  /** The channels: hop by hop, forward before backward. */
  hops: HopInfo[];
  /** The series, by id. */
  series: SeriesInfo[];
  /** When the run goes on in another way, in seconds; null if it does not. */
  fork_s: number | null;
  /** The decisions of the algorithms that the scenario brings with it; their numbers follow those of the catalogue. */
  rules: Rule[];
}

export interface LaneName {
  /** What it is called. */
  label: string;
  /** The algorithm of its compared flows. */
  algorithm: string;
}

/** What one lane measured. */
export interface LaneResults {
  /** The lane's label. */
  label: string;
  flows: FlowResults[];
  /** By group of flows. */
  groups: GroupResults[];
  /** All TCP flows of one direction together, whatever their group. */
  directions: DirectionResults[];
  /** By hop and direction. */
  hops: HopResults[];
  /** What the engine did. */
  engine: EngineReport;
}

/** A code that may be meant. */
export interface LookAlike {
  /** The place of the character, from 1. */
  place: number;
  /** The character that stands there. */
  found: string;
  /** The one that may be meant. */
  meant: string;
  /** The whole code. */
  written: string;
}

/** One number over the seeds. */
export interface MeasureReport {
  /** A group of flows by name, or a channel such as `hop-0 forward`. */
  source: string;
  metric: string;
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** How many values there are; undefined ones are not counted. */
  count: number;
  /** Their mean; null without a value. */
  mean: number | null;
  /** The smallest. */
  min: number | null;
  /** The largest. */
  max: number | null;
  /** Half the width of the 95 % confidence interval of the mean; null below two values, and where nothing is random. */
  half_width: number | null;
}

/** What a measure reads. */
export interface Measured {
  /** Where it is. */
  of: MeasuredOf;
  /** The key of a quantity in the windows of the results; of a series `peak`, `least`, `mean`, or `at`. */
  number: string;
  /** Whether it counts: the counts of several windows are added, all else is averaged over time. */
  counts: boolean;
  /** The label of its lane. */
  lane: string;
  /** The flow; else the first compared one. */
  flow?: string | null;
  series?: string | null;
  /** Of several such series, that of this estimator or state. */
  which?: string | null;
  /** From when to when, in seconds; else all windows, or the whole run. */
  interval_s?: number[] | null;
}

/** Where a measure is read. */
export type MeasuredOf = 'flow' | 'hop' | 'direction' | 'series';

/** A congestion-control algorithm, as people choose it. */
export interface Model {
  /** The identifier used in scenarios. */
  id: string;
  /** The name people use. */
  name: string;
  /** What it does, in one sentence. */
  summary: string;
}

/** What algorithms are asked, for the schema of [`Verdict::occasion`]. */
export type Occasion = 'timeout' | 'loss' | 'recovery-exit' | 'round' | 'growth';

export interface PlannedPoint {
  /** What it changes: paths and values. */
  set: Record<string, unknown>;
  /** The scenario there. */
  scenario: unknown;
  lanes: SweepLane[];
}

/** What one lane measured at one point. */
export interface PointReport {
  /** What the point changed: paths and values. */
  set: Record<string, unknown>;
  /** The lane's label. */
  lane: string;
  /** Every number. */
  measures: MeasureReport[];
}

/** A scenario the page knows by name. */
export interface PresetEntry {
  /** Its id in links. */
  id: string;
  /** Its name. */
  title: string;
  /** Where it is from. */
  source: string;
  /** What to look at. */
  question: string;
  /** The lane that shows it best. */
  look: PresetLook;
  /** The obvious next thing to touch. */
  try: PresetTry;
  /** What the source concludes. */
  says: string | null;
  scenario: unknown;
  /** Its lanes, as a check finds them: the page need not ask before it runs a preset. */
  lanes: LaneName[];
  /** Simulated seconds of a lane. */
  duration_s: number;
  /** What a run will cost, all lanes together; upper bounds. */
  estimate: Estimate;
  /** What is odd about it but not wrong. */
  warnings: string[];
  /** Numbers published elsewhere for the same setting. */
  references: PresetReference[];
  /** The preset that the page offers instead: only links of old name this one. */
  today?: string | null;
}

/** The lane that shows an experiment best. */
export interface PresetLook {
  /** Its algorithm. */
  lane: string;
  /** The charts to show, if not side by side: `overlay` or `phase`. */
  charts?: string | null;
}

/** Numbers published elsewhere for a preset. */
export interface PresetReference {
  /** `paper`, `ns2`, `kernel` or `theory`. */
  id: string;
  /** What a column is headed with. */
  name: string;
  /** Where they are from. */
  source: string;
  /** Which number of a flow's window. */
  metric: string;
  /** The group of flows they were measured on. */
  flow: string;
  /** The windows in seconds. */
  windows: [number, number][];
  /** Per algorithm, one value per window. */
  values: Record<string, number[]>;
}

/** A change of the scenario, offered as a button. */
export interface PresetTry {
  /** The button's text. */
  label: string;
  /** Paths and values. */
  set: Record<string, unknown>;
}

/** What a run can be repeated from, and told from another. */
export interface Provenance {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  /** Hash of the scenario without its title and its seed: 16 hexadecimal digits. */
  scenario_hash: string;
  /** The seed, of several the first. */
  seed: number;
}

/** A decision that a run explains. */
export interface Rule {
  /** Its number in events. */
  id: number;
  /** Its stable key. */
  key: string;
  /** What it is about. */
  kind: RuleKind;
  /** The id of the model it belongs to, an algorithm mostly; null for what all flows share. */
  algorithm: string | null;
  /** What happened, in a short sentence. */
  title: string;
  /** The equation in LaTeX, each quantity as its term's name in doubled braces. */
  formula: string;
  /** The quantities, in the order in which an event carries their values. */
  terms: RuleTerm[];
  /** Where the rule is from. */
  source: string;
}

/** What a decision is about. */
export type RuleKind = 'window-cut' | 'timeout' | 'fast-retransmit' | 'phase' | 'decision' | 'drop' | 'mark' | 'channel-loss' | 'channel-state' | 'flow';

/** A quantity of a rule. */
export interface RuleTerm {
  /** Its name in the formula. */
  name: string;
  /** Its symbol in LaTeX. */
  symbol: string;
  /** Its unit, empty for a plain number. */
  unit: string;
  help: string;
}

/** What `run --json` prints. */
export interface RunReport {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  /** Hash of the scenario without its title and its seed: 16 hexadecimal digits. */
  scenario_hash: string;
  /** The seed, of several the first. */
  seed: number;
  /** One report per lane. */
  lanes: LaneResults[];
  /** What the groups of each further lane got beside those of the first. */
  comparisons: LaneComparison[];
}

/** A refusal, the same for the page, the command line and the tests. */
export interface ScenarioError {
  /** Where: keys and indices joined by dots, as in `hops.0.queue.capacity`; empty for the scenario as a whole. */
  path: string;
  /** What stood there. */
  found: string;
  /** What is allowed there. */
  allowed: string;
  /** The nearest known name, where a name is unknown. */
  nearest: string | null;
  /** All of it in one sentence. */
  message: string;
}

/** A standard path. */
export interface ScorePath {
  id: string;
  /** What the head of its column says. */
  name: string;
  /** What it is, in a sentence. */
  about: string;
  /** What it is named after. */
  source: string;
  /** Hash of its scenario with New Reno alone, without title and seed. */
  scenario_hash: string;
  /** What is fair for the scored flows together, in bit/s. */
  fair_bps: number;
  /** Whether several flows share the bottleneck. */
  is_shared: boolean;
}

/** A report card. */
export interface ScoreReport {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  /** The seeds of each run. */
  seeds: number[];
  /** Start of the interval that is measured, in seconds; convergence counts from 0. */
  from_s: number;
  /** Its end. */
  to_s: number;
  /** The paths, in the order of the cells. */
  paths: ScorePath[];
  /** By algorithm, in the order in which they were asked for. */
  algorithms: AlgorithmScore[];
}

/** What is to be scored. */
export interface ScoreRequest {
  /** Ids of built-in algorithms or of `scripts`. */
  algorithms: string[];
  /** Texts of scripts by id. */
  scripts: Record<string, unknown>;
  /** Repetitions, with seeds from 1 on. */
  seeds: number;
}

/** A decision's equation. */
export interface ScriptEquation {
  /** The key of its rule without the script's id. */
  key: string;
  /** LaTeX, each quantity as its term's name in doubled braces. */
  formula: string;
  /** The names of its terms, in their order. */
  terms: string[];
  /** Their symbols in LaTeX. */
  symbols: string[];
}

/** A mistake. */
export interface ScriptError {
  /** The line, from 1. */
  line: number;
  /** The column, in characters from 1. */
  column: number;
  /** What was found, and what is allowed. */
  message: string;
  /** The known word that is nearest to the one that stands there. */
  nearest: string | null;
}

/** What a script is, or what is wrong with it. */
export interface ScriptReport {
  /** Its mistakes in the order of their places; empty if it can run. */
  errors: ScriptError[];
  /** Doubtful places of a script that can run: numbers that are most likely meant in another unit. */
  doubts: ScriptError[];
  /** The name it gives itself. */
  name: string;
  params: ScriptValue[];
  states: ScriptValue[];
  /** Instructions of its longest event. */
  instructions: number;
  /** What its names and operators are worth, in the order of their places. Known with mistakes too. */
  units: ScriptUnit[];
  /** Its decisions, each with its equation, in the order of the run's rules. */
  equations: ScriptEquation[];
}

/** What a script can be written as. */
export type ScriptTarget = 'ns3-class' | 'bpf';

/** The unit of a name or of an operator's result. */
export interface ScriptUnit {
  /** The line, from 1. */
  line: number;
  /** The column, in characters from 1. */
  column: number;
  /** As in `segments/s`; `condition`; empty for a plain number. */
  unit: string;
}

/** A param or a state. */
export interface ScriptValue {
  name: string;
  /** Its unit; empty for a plain number. */
  unit: string;
  /** True for a switch. */
  is_condition: boolean;
  /** A param's default in base units; 0 or 1 for a switch. */
  default: number;
  /** A param's range in base units. */
  range: [number, number] | null;
  /** A param's help text. */
  help: string;
}

/** A word of the language. */
export interface ScriptWord {
  word: string;
  /** `event`, `name`, `function`, `unit` or `word`. */
  kind: string;
  /** The unit of a name, the shape of a function. */
  detail: string;
  /** What it means. */
  help: string;
}

/** A network before it is shrunk and confirmed. */
export interface Seen {
  objective: string;
  factor: number;
  witness: string;
  network: string;
}

/** A recorded series. */
export interface SeriesInfo {
  /** Where it was recorded. */
  source: SeriesSource;
  /** What it shows. */
  series: string;
  /** Which estimator made it, if it is an estimate. */
  estimator: string | null;
  /** Which state of a script it is, if it is one. */
  shown: ShownState | null;
  unit: string;
}

/** Where a series was recorded. */
export type SeriesSource = {
  kind: 'flow';
  index: number;
} | {
  kind: 'group';
  name: string;
} | {
  kind: 'hop';
  hop: number;
  /** `forward` or `backward`. */
  direction: Direction;
};

/** What the page knows of a rule at once. What explains it is loaded with the inspector. */
export interface ShownRule {
  /** Its number in events. */
  id: number;
  /** Its stable key. */
  key: string;
  /** What it is about. */
  kind: RuleKind;
  /** The id of the model it belongs to, an algorithm mostly; null for what all flows share. */
  algorithm: string | null;
  /** What happened, in a short sentence. */
  title: string;
  /** The quantities, in the order in which an event carries their values. */
  terms: ShownTerm[];
}

/** A state that a script has drawn. */
export interface ShownState {
  name: string;
  /** The row that it is drawn in: `bwe`, `rtt`, `window`, or `own`, a row of its own. */
  row: string;
}

/** A quantity of a rule. */
export interface ShownTerm {
  /** Its name in the formula. */
  name: string;
}

/** Whose program is wanted. */
export type Simulator = 'ns2' | 'ns3' | 'mahimahi';

/** What is known before the search is over. */
export interface SoFar {
  /** `explore`, `shrink` or `name`. */
  stage: string;
  runs: number;
  /** The strongest that was seen, as it was found. */
  best: Seen | null;
  /** What is confirmed. */
  finds: FindReport[];
}

/** Repetitions of one measurement. */
export interface Summary {
  /** How many values there are; undefined ones are not counted. */
  count: number;
  /** Their mean; null without a value. */
  mean: number | null;
  /** The smallest. */
  min: number | null;
  /** The largest. */
  max: number | null;
  /** Half the width of the 95 % confidence interval of the mean; null below two values, and where nothing is random. */
  half_width: number | null;
}

export interface Suspect {
  id: string;
  /** Its name, as it stands in a sentence. */
  name: string;
  /** What it does to the lane, as it follows “because”; what a remedy does. */
  because: string;
  /** True if it is put in, false if it is taken away. */
  is_remedy: boolean;
  /** The change of the scenario: values by their paths. */
  set: Record<string, unknown>;
  /** The quantity with this change, in the run on the screen. */
  value: number;
  /** The same over the replicates; one value if it hardly differs. */
  values: number[];
  /** Median effect: relative, or for an index the difference. */
  effect: number;
  /** The smallest and the largest effect. */
  effect_range: [number, number];
  /** The part of the gap to the bound that it closes. */
  gap_closed: number;
  /** Whether it matters. */
  verdict: SuspectVerdict;
  /** The run is the same to the last packet. */
  same_run: boolean;
  /** What points to it in the run as it is; null if nothing does. */
  evidence: string | null;
}

/** What the runs say about one suspect. */
export type SuspectVerdict = 'matters' | 'open' | 'none';

/** One run of a sweep, not yet done. */
export interface SweepJob {
  /** Index of its point. */
  point: number;
  seed: number;
  lane: number;
}

/** A lane at a point of a sweep. */
export interface SweepLane {
  /** What it is called. */
  label: string;
  /** The algorithm of its compared flows. */
  algorithm: string;
  /** Packets that arrive at links in a run: at most, or what trial runs show if that is a large number. */
  cost: number;
  /** Bytes that a run has in use at once: at most, or what trial runs show if that is a large number. */
  memory_bytes: number;
}

/** What a sweep amounts to. */
export interface SweepPlan {
  points: PlannedPoint[];
  /** The seeds of each point. */
  seeds: number[];
  /** Whether the costs are those that trial runs show. If not, they are bounds, and so low that no question is needed. */
  is_tried: boolean;
  /** Every run there is to do, in the order in which it is best done. */
  jobs: SweepJob[];
}

/** What a sweep found. */
export interface SweepReport {
  /** Version of Ackscope. */
  version: string;
  /** Fingerprint of the engine's code: engines of one version that differ have different ones. */
  engine_fingerprint: string;
  /** Hash of the scenario without its title and its seed: 16 hexadecimal digits. */
  scenario_hash: string;
  /** The seed, of several the first. */
  seed: number;
  /** The seeds of each point. */
  seeds: number[];
  /** By point and lane, in the order of the points. */
  points: PointReport[];
}

/** A sweep as a page or a file asks for it. */
export interface SweepSpec {
  /** The scenario at the points, but for what they change. */
  scenario: unknown;
  /** Paths and values as the command line's `--set` takes them, such as `hops.0.rate=1..10Mbps:5`; two make a grid. */
  axes: string[];
  /** The points one by one, for paths that move together; each is combined with every point of the axes. */
  points: Record<string, unknown>[];
  /** Number of repetitions; the seeds count up from the scenario's seed. */
  seeds: number;
}

/** What a formula gives for one set of inputs. */
export interface TheoryPoint {
  /** The value of every input. */
  set: Record<string, number>;
  /** What the formula gives; null where it is undefined. */
  values: Record<string, number | null>;
  /** The conditions of validity that do not hold here. */
  broken: string[];
}

/** A formula at every point of a grid. */
export interface TheoryTable {
  /** The formula's id. */
  id: string;
  /** The points, the last input given varying fastest. */
  points: TheoryPoint[];
}

/** An answer in a code. The code does not say whether it is a choice or a number; the lesson does. */
export interface ToldAnswer {
  /** The twelve bits; 0 is no answer, 4095 is "I don't know". */
  code: number;
  /** The index of the chosen option, if the question is a choice. */
  option: number | null;
  /** The place on the slider from 0 to 1, if the question is one for a number. */
  share: number | null;
}

/** Trial runs, which tell more than a high bound. */
export type Trial = 'needed' | 'made';

/** The state at an event of a lane, and what the algorithm of each lane makes of it.  The run is repeated with the other algorithms looking on: they hear every ACK of this lane's connection and meet its window, so that what they remember and what they answer comes from the same history. */
export interface Verdict {
  time_s: number;
  flow: number;
  /** What the algorithms were asked. */
  occasion: Occasion;
  /** Since when the other algorithms have followed the connection, in seconds. */
  since_s: number;
  /** They have followed it from its first segment on. */
  is_whole: boolean;
  /** The connection before the decision. */
  state: ConnectionState;
  /** One per lane, in the order of the lanes; that of the lane itself is what happened. */
  lanes: LaneAnswer[];
}

/** What a group got beside the same group in the first lane. */
export interface WindowComparison {
  /** Start of the window. */
  from_s: number;
  /** End of the window. */
  to_s: number;
  /** Total goodput by the reference lane's, less one: a gain for the flows under test and, where it is negative for the others, the reduction they suffer. Null where the reference got nothing. */
  goodput_gain: number | null;
  /** Jain index by the reference lane's, less one. */
  jain_gain: number | null;
  /** Whether a flow gets less than a tenth of the group's mean goodput in the reference lane. */
  starving: boolean;
}
