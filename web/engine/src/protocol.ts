import type { Step } from './watchdog.ts';
import type {
  Check,
  Chunk,
  LaneInfo,
  LaneResults,
  Origin,
  QlogOrigin,
  PacketLog,
  PointReport,
  ScenarioError,
  Simulator,
  SweepPlan,
  Verdict,
  WindowDetail,
} from './types.ts';

/**
 * The messages between page and worker. A job is one lane of one run, a request is a question that has one answer;
 * both are numbered by the page and never used twice.
 */
export type ToWorker =
  /** First message. The module is compiled once, by the page or by the first worker, and handed to the others. */
  | { kind: 'open'; module: WebAssembly.Module | null }
  | { kind: 'check'; request: number; text: string }
  | { kind: 'start'; job: number; text: string; lane: number }
  | { kind: 'packets'; request: number; job: number; fromS: number; toS: number }
  | { kind: 'verdict'; request: number; job: number; text: string; timeS: number }
  /** A formula at the values of `sets`, a JSON object. */
  | { kind: 'theory'; request: number; id: string; sets: string }
  /** A lane as a program for another simulator. */
  | { kind: 'program'; request: number; text: string; lane: number; simulator: Simulator; origin: Origin }
  /** A flow of a job as qlog. */
  | {
      kind: 'qlog';
      request: number;
      job: number;
      flow: number;
      fromS: number;
      toS: number;
      origin: QlogOrigin;
    }
  /** Simulate a window again at full detail, in slices between those of the jobs. */
  | { kind: 'replay'; request: number; job: number; fromS: number; toS: number; packets: boolean }
  /** The answer to a replay is no longer wanted. */
  | { kind: 'abandon'; request: number }
  /** Run a lane with this seed and give nothing but its results. */
  | { kind: 'measure'; job: number; text: string; lane: number; seed: number }
  /** Plan a sweep, and remember it. */
  | { kind: 'sweep'; sweep: number; spec: string }
  /** A run of a sweep is done: its place in the plan and its results as text. */
  | { kind: 'add'; sweep: number; request: number; place: number; results: string }
  | { kind: 'report-sweep'; sweep: number; request: number; form: 'json' | 'csv' }
  | { kind: 'close-sweep'; sweep: number }
  /** Stop if it runs, and give back its memory. */
  | { kind: 'release'; job: number };

export type FromWorker =
  | { kind: 'ready'; module: WebAssembly.Module }
  /** A step begins, of which nothing may be heard until it is over. */
  | ({ kind: 'begins' } & Step)
  /** Nothing is left to do: it waits for messages, or for what it loads. */
  | { kind: 'rests' }
  | { kind: 'checked'; request: number; check: Check }
  | { kind: 'lane'; job: number; info: LaneInfo }
  | { kind: 'chunk'; job: number; chunk: Chunk }
  | { kind: 'results'; job: number; results: LaneResults; done: boolean }
  | { kind: 'packets'; request: number; log: PacketLog }
  | { kind: 'verdict'; request: number; verdict: Verdict | null }
  | { kind: 'replaying'; request: number; share: number }
  | { kind: 'replayed'; request: number; detail: WindowDetail }
  | { kind: 'measured'; job: number; results: string }
  | { kind: 'unmeasured'; job: number; error: ScenarioError }
  | { kind: 'planned'; sweep: number; plan: SweepPlan }
  | { kind: 'unplanned'; sweep: number; error: ScenarioError }
  | { kind: 'added'; request: number; report: PointReport }
  | { kind: 'sweep-text'; request: number; text: string }
  /** The answer to a question, and why there is none. */
  | { kind: 'told'; request: number; text: string }
  | { kind: 'untold'; request: number; error: ScenarioError }
  /** The scenario of this job cannot be run. The worker is well. */
  | { kind: 'refused'; job: number; error: ScenarioError }
  /** The module cannot be trusted any more; what it was doing is named. The worker waits to be replaced. */
  | { kind: 'broken'; job: number | null; request: number | null; message: string };
