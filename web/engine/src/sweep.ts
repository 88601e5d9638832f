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
 * The request of a sweep. `axes` are paths with values in the syntax of `ackscope sweep --set`
 * (`hops.0.loss.probability=0.0001..0.1:7:log`); `points` are sets of changes that belong together.
 */
export type SweepRequest = Pick<SweepSpec, 'scenario'> & Partial<Omit<SweepSpec, 'scenario'>>;

/** The request of a report card. Without a number of seeds, the engine's default is used. */
export type ScoreQuestion = Pick<ScoreRequest, 'algorithms'> & Partial<ScoreRequest>;

export interface SweepProgress {
  done: number;
  total: number;
  /** The share of the work that is done, weighted by the runs' costs; for the time left. */
  share: number;
}

/** A finished run and the new report of its point. */
export interface SweepUpdate {
  job: SweepJob;
  results: LaneResults;
  /** Its lane at its point, over the seeds that are finished when the report is made: mean, range, interval. */
  report: PointReport;
}

export interface SweepListener {
  /** The first call, unless refused. Runs wait for `begin`; at most `atOnce` run at a time. */
  onPlan(plan: SweepPlan, begin: () => void, atOnce: number): void;
  onRun(news: SweepUpdate, progress: SweepProgress): void;
  onDone(): void;
  /** The sweep cannot run, or cannot go on; earlier updates stay valid. */
  onError(error: ScenarioError): void;
}

export interface SweepHandle {
  /** Starts no more runs. Finished results stay and can be exported. */
  cancel(): void;
  /** All finished results, as `ackscope sweep --json` prints them. */
  report(): Promise<SweepReport>;
  /** The report card so far, of a sweep that `scoreSpec` made. */
  score(): Promise<ScoreReport>;
  /** The same as the table of `--csv`. */
  csv(): Promise<string>;
  /** No further call for this sweep; its memory is freed. */
  close(): void;
}
