import type { Evaluate } from './evaluate.ts';
import type { AskEngine, AskRun } from './requests.ts';
import type { SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import type {
  BreakReport,
  BreakRequest,
  Catalogue,
  CausesOf,
  CausesReport,
  Check,
  Chunk,
  LaneInfo,
  LaneName,
  LaneResults,
  Fit,
  ScenarioError,
  IntervalDetail,
} from './types.ts';

/** The engine's interface to the page. */
export interface Engine {
  readonly catalogue: Catalogue;
  /** Checks a scenario without running it. Never rejects because of the text's content. */
  check(text: string): Promise<Check>;
  /** Asks one of `requests.ts`. */
  readonly ask: AskEngine;
  /** Loads what evaluates compiled expressions, in this thread. */
  evaluator(): Promise<Evaluate>;
  /** Runs every lane of a scenario. The listener is never called before this function returns. */
  start(text: string, listener: RunListener, options?: StartOptions): RunHandle;
  /** Runs every lane, point and seed of a sweep. All workers are shared with lanes. */
  sweep(request: SweepRequest, listener: SweepListener, options?: Spares): SweepHandle;
  /** Why a lane is slow, late or unfair: it runs again, without one suspect at a time. */
  why(question: CausesQuestion, options?: LongOptions): Promise<CausesReport>;
  /** Looks for the networks that break an algorithm. */
  search(request: BreakRequest, options?: LongOptions): Promise<BreakReport>;
  /** The network behind a measured curve, which is a table with a header, in at most so many runs. */
  fit(table: string, maxRuns: number, options?: LongOptions): Promise<Fit>;
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

export interface LongOptions {
  /** Takes the question back: the answer is rejected. */
  signal?: AbortSignal | undefined;
  /**
   * Called from time to time: with the share of a replay, 0 to 1, or the finished runs of an inquiry; a search and a
   * fit also tell what they know so far, as JSON `SoFar` and `FitSoFar`, if that is more.
   */
  onProgress?: ((done: number, news?: string) => void) | undefined;
  /** While it is true, the question is not worked at. */
  rests?: { get: () => boolean; subscribe: (listener: () => void) => () => void } | undefined;
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
  /** Asks one of `requests.ts` about a lane. */
  readonly ask: AskRun;
  /** Replays a simulated interval and records everything. It takes a while and reports progress. */
  replay(lane: number, fromS: number, toS: number, options?: ReplayOptions): Promise<IntervalDetail>;
}

export interface ReplayOptions extends LongOptions {
  /** Whether single packets are recorded too. */
  packets?: boolean;
}
