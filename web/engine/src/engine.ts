import type { ScoreQuestion, SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import type {
  Catalogue,
  Check,
  Chunk,
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

/** What the page sees of the engine. */
export interface Engine {
  readonly catalogue: Catalogue;
  /** Reads a scenario without running it. Never rejects because of what the text says. */
  check(text: string): Promise<Check>;
  /** A formula at every combination of `sets`. Rejects with a reason if one is refused. */
  theory(id: string, sets: Record<string, number | readonly number[]>): Promise<TheoryTable>;
  /** A lane as a program for another simulator, or the list of what that cannot express. */
  program(text: string, lane: number, simulator: Simulator, origin: Origin): Promise<Exported>;
  /** A script's mistakes, or what it declares and how its equations look. */
  script(source: string): Promise<ScriptReport>;
  /** The mistakes of an expression, or what to compute. */
  expression(of: ExpressionOf, source: string): Promise<ExpressionReport>;
  /** A script as a program for another machine, or the list of what that cannot express. */
  exportScript(id: string, source: string, target: ScriptTarget): Promise<ExportedScript>;
  /** The words of scripts with their meanings. */
  scriptWords(): Promise<readonly ScriptWord[]>;
  /** The sweep of a report card: algorithms on the standard paths. */
  scoreSpec(request: ScoreQuestion): Promise<SweepSpec>;
  /**
   * Runs every lane of a scenario; the listener hears of it from the next turn on.
   */
  start(text: string, listener: RunListener, options?: StartOptions): RunHandle;
  /** Runs every lane, point and seed of a sweep on all workers, which it shares with lanes. */
  sweep(request: SweepRequest, listener: SweepListener): SweepHandle;
  /** Stops everything. Promises that are still open are rejected. */
  dispose(): void;
}

export interface StartOptions {
  /** What a check of this very text has found; without it the text is checked first. */
  lanes?: readonly LaneName[] | undefined;
  /**
   * Not on the last processor: what the run sends has to be drawn as well, and where workers keep
   * all processors busy a page waits for one. For runs that are over soon; a long one takes its
   * time from all.
   */
  sparesProcessor?: boolean | undefined;
}

/** The lane of an error that concerns the whole scenario, not one lane. */
export const WHOLE_RUN = -1;

export interface RunListener {
  /**
   * A lane begins. Heard a second time for the same lane only if its worker had to be replaced
   * through no fault of this lane: it then begins again from nothing, so whoever keeps its trace
   * starts a new one here.
   */
  onLane(lane: number, info: LaneInfo): void;
  onChunk(lane: number, chunk: Chunk): void;
  /** The windows measured so far; `done` with the last. */
  onResults(lane: number, results: LaneResults, done: boolean): void;
  /** `lane` is `WHOLE_RUN` if the scenario cannot run at all. Earlier data stays valid. */
  onError(lane: number, error: ScenarioError): void;
}

export interface RunHandle {
  /** Nothing more is heard of this run, and its memory is given back. */
  cancel(): void;
  /** Every packet in a simulated interval, replayed in full detail. */
  packets(lane: number, fromS: number, toS: number): Promise<PacketLog>;
  /**
   * What the algorithm of each lane makes of the event of this lane at this time, with the same
   * state and the same history; null if nothing was decided then. The run is repeated for it, so it
   * takes a moment.
   */
  verdict(lane: number, timeS: number): Promise<Verdict | null>;
  /** A flow in a simulated interval, as the text of a qlog file. */
  qlog(lane: number, flow: number, fromS: number, toS: number, origin: QlogOrigin): Promise<string>;
  /** Replays a simulated interval with everything recorded. Takes its time, reports progress. */
  replay(lane: number, fromS: number, toS: number, options?: ReplayOptions): ReplayHandle;
}

export interface ReplayOptions {
  /** Whether single packets are wanted too. */
  packets?: boolean;
  /** Heard now and then: the share of the way that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface ReplayHandle {
  readonly detail: Promise<IntervalDetail>;
  /** It is no longer wanted: `detail` is rejected. */
  cancel(): void;
}
