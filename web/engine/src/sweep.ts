import type {
  LaneResults,
  PointReport,
  ScenarioError,
  ScoreReport,
  ScoreRequest,
  SweepJob,
  SweepPlan,
  SweepReport,
  SweepSpec,
} from './generated/engine.ts';

/**
 * A sweep as it is asked for. `axes` are paths with their values as `ackscope sweep --set` takes
 * them (`hops.0.loss.probability=0.0001..0.1:7:log`); `points` are sets of changes that belong
 * together.
 */
export type SweepRequest = Pick<SweepSpec, 'scenario'> & Partial<Omit<SweepSpec, 'scenario'>>;

/** What a report card is asked for; the number of seeds is the engine's where nothing says it. */
export type ScoreQuestion = Pick<ScoreRequest, 'algorithms'> & Partial<ScoreRequest>;

/** How far a sweep has come. */
export interface SweepProgress {
  /** Runs that are done. */
  done: number;
  total: number;
  /** The share of the work that is done, by what runs cost: for the time that is left. */
  share: number;
}

/** A finished run and what it means for its point. */
export interface SweepUpdate {
  job: SweepJob;
  /** What the run measured. */
  results: LaneResults;
  /** Its lane at its point over all seeds that are done: mean, range, interval. */
  report: PointReport;
}

export interface SweepListener {
  /** First, unless refused. Runs wait for `begin`; at most `atOnce` then run at a time. */
  onPlan(plan: SweepPlan, begin: () => void, atOnce: number): void;
  onRun(news: SweepUpdate, progress: SweepProgress): void;
  /** All runs are done. */
  onDone(): void;
  /** The sweep cannot be run, or cannot go on; what came before stays valid. */
  onError(error: ScenarioError): void;
}

export interface SweepHandle {
  /** No more runs; what is done stays, to be read and exported. */
  cancel(): void;
  /** Everything that is done, as `ackscope sweep --json` prints it. */
  report(): Promise<SweepReport>;
  /** The report card so far, of a sweep that `scoreSpec` made. */
  score(): Promise<ScoreReport>;
  /** The same as the table of `--csv`. */
  csv(): Promise<string>;
  /** Nothing more is heard of it, and its memory is given back. */
  close(): void;
}
