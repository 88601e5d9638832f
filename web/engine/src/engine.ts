import type { Evaluate } from './evaluate.ts';
import type { ClassworkAnswer } from './requests.ts';
import type { ScoreQuestion, SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import type {
  Catalogue,
  CausesOf,
  CausesReport,
  Check,
  Chunk,
  Classwork,
  Exported,
  ExportedScript,
  ExpressionOf,
  ExpressionReport,
  LaneInfo,
  LaneName,
  LaneResults,
  Origin,
  QlogOrigin,
  PacketLog,
  ScenarioError,
  ScriptReport,
  ScriptTarget,
  ScriptWord,
  Simulator,
  TheoryTable,
  Verdict,
  IntervalDetail,
  SweepSpec,
} from './types.ts';

/** The engine's interface to the page. */
export interface Engine {
  readonly catalogue: Catalogue;
  /** Checks a scenario without running it. Never rejects because of the text's content. */
  check(text: string): Promise<Check>;
  /** Evaluates a formula at all combinations of `sets`. Rejects with a reason if one is refused. */
  theory(id: string, sets: Record<string, number | readonly number[]>): Promise<TheoryTable>;
  /** Exports a lane as a program for another simulator, or lists what that cannot express. */
  program(text: string, lane: number, simulator: Simulator, origin: Origin): Promise<Exported>;
  /** The mistakes of a script, or its declarations and typeset equations. */
  script(source: string): Promise<ScriptReport>;
  /** The mistakes of an expression, or its compiled form. */
  expression(of: ExpressionOf, source: string): Promise<ExpressionReport>;
  /** Loads what evaluates compiled expressions, in this thread. */
  evaluator(): Promise<Evaluate>;
  /** Exports a script as a program for another target, or lists what that cannot express. */
  exportScript(id: string, source: string, target: ScriptTarget): Promise<ExportedScript>;
  /** The words of the script language, with their meanings. */
  scriptWords(): Promise<readonly ScriptWord[]>;
  /** The sweep of a report card: algorithms on the standard paths. */
  scoreSpec(request: ScoreQuestion): Promise<SweepSpec>;
  /** Codes of a class: writes one, reads a list, or tells a student's variant. */
  classwork(request: Classwork): Promise<ClassworkAnswer>;
  /** Runs every lane of a scenario. The listener is never called before this function returns. */
  start(text: string, listener: RunListener, options?: StartOptions): RunHandle;
  /** Runs every lane, point and seed of a sweep. All workers are shared with lanes. */
  sweep(request: SweepRequest, listener: SweepListener, options?: Spares): SweepHandle;
  /** Why a lane is slow, late or unfair: it runs again, without one suspect at a time. */
  why(question: CausesQuestion, onProgress?: (runs: number) => void): InquiryHandle;
  /** Stops everything. Open promises are rejected. */
  dispose(): void;
}

export interface CausesQuestion {
  /** The scenario. */
  text: string;
  lane: number;
  /** What the answer calls the lane. */
  name: string;
  interval: readonly [number, number];
  of: CausesOf;
  /** Also asks why it is less than this lane. */
  than?: { lane: number; name: string };
}

export interface InquiryHandle {
  /** Rejects with a reason if the question is refused, or once it is cancelled. */
  readonly report: Promise<CausesReport>;
  cancel(): void;
}

export interface Spares {
  /**
   * Leaves one processor to the page: if workers use all, the page has to wait for one. For what runs while the page
   * draws or is in use, and is short; a long run uses all processors.
   */
  sparesProcessor?: boolean | undefined;
}

export interface StartOptions extends Spares {
  /** The lanes that a check of this same text found; without them the text is checked first. */
  lanes?: readonly LaneName[] | undefined;
}

/** The lane number of an error that concerns the whole scenario. */
export const WHOLE_RUN = -1;

export interface RunListener {
  /**
   * A lane begins. Called again for the same lane only if its worker was lost and the lane restarts
   * from the beginning; the receiver then has to start a new trace.
   */
  onLane(lane: number, info: LaneInfo): void;
  onChunk(lane: number, chunk: Chunk): void;
  /** The windows measured so far; `done` with the last call. */
  onResults(lane: number, results: LaneResults, done: boolean): void;
  /** `lane` is `WHOLE_RUN` if the scenario cannot run at all. Earlier data stays valid. */
  onError(lane: number, error: ScenarioError): void;
}

export interface RunHandle {
  /** No further call for this run; its memory is freed. */
  cancel(): void;
  /** Every packet in a simulated interval, from a replay at full detail. */
  packets(lane: number, fromS: number, toS: number): Promise<PacketLog>;
  /**
   * What every lane's algorithm decides at this event of this lane, with the same state and
   * history; null if nothing was decided then. It repeats the run up to the event, which takes a
   * moment.
   */
  verdict(lane: number, timeS: number): Promise<Verdict | null>;
  /** A flow in a simulated interval, as the text of a qlog file. */
  qlog(lane: number, flow: number, fromS: number, toS: number, origin: QlogOrigin): Promise<string>;
  /** Replays a simulated interval and records everything. It takes a while and reports progress. */
  replay(lane: number, fromS: number, toS: number, options?: ReplayOptions): ReplayHandle;
}

export interface ReplayOptions {
  /** Whether single packets are recorded too. */
  packets?: boolean;
  /** Called from time to time with the share that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface ReplayHandle {
  readonly detail: Promise<IntervalDetail>;
  /** Cancels the replay: `detail` is rejected. */
  cancel(): void;
}
