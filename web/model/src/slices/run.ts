/** The run on the screen: traces, results, progress and errors. */
import type { Chunk, LaneInfo, LaneResults, ScenarioError } from '@ackscope/engine';
import type { JsonObject } from '../json.ts';
import type { LaneTrace } from '../trace.ts';

/** What a run tells of one of its lanes. */
export type LaneUpdate =
  | { kind: 'lane'; lane: number; info: LaneInfo }
  | { kind: 'chunk'; lane: number; chunk: Chunk }
  | { kind: 'results'; lane: number; results: LaneResults; done: boolean };

export type RunStatus = 'idle' | 'running' | 'done' | 'error';

export interface LaneRun {
  label: string;
  algorithm: string;
  info: LaneInfo | null;
  trace: LaneTrace | null;
  results: LaneResults | null;
  /** The results cover at least this much of the run; a later interval is still being counted. */
  resultsS: number;
  done: boolean;
  /** True while the lane still shows the run before, because no chunk of this run has arrived. */
  stale: boolean;
  /** The trace of the run before, over the same time, until this run is done. */
  before?: LaneTrace | null;
  error: ScenarioError | null;
}

export interface RunSlice {
  /** Counts runs, so that late updates of a cancelled run can be ignored. */
  id: number;
  status: RunStatus;
  lanes: readonly LaneRun[];
  durationS: number;
  /** The simulated time that every lane has reached. */
  simulatedS: number;
  /** All lanes have their results up to here. Results of a later interval are not shown yet. */
  knownS: number;
  /** The scenario that these lanes show. */
  scenario: JsonObject | null;
  /** Rises whenever columns grew: a canvas compares it instead of the data. */
  revision: number;
}

export const initialRun: RunSlice = {
  id: 0,
  status: 'idle',
  lanes: [],
  durationS: 0,
  simulatedS: 0,
  knownS: 0,
  scenario: null,
  revision: 0,
};

/** No run is on the screen; late updates of the last one are ignored. */
export const cleared = (run: RunSlice): RunSlice => ({
  ...initialRun,
  id: run.id + 1,
  revision: run.revision + 1,
});

/**
 * A new run takes the screen. Each lane keeps its old curve until its first chunk, unless the run is
 * of another scenario: then nothing of the old one stays.
 */
export function begun(
  run: RunSlice,
  isAnother: boolean,
  lanes: readonly { label: string; algorithm: string }[],
  durationS: number,
  scenario: JsonObject,
): RunSlice {
  return {
    id: run.id + 1,
    status: 'running',
    durationS,
    simulatedS: 0,
    knownS: 0,
    scenario,
    revision: run.revision + 1,
    lanes: lanes.map(({ label, algorithm }) => {
      const before = isAnother ? undefined : run.lanes.find((lane) => lane.label === label);
      return {
        label,
        algorithm,
        info: before?.info ?? null,
        trace: before?.trace ?? null,
        results: before?.results ?? null,
        resultsS: 0,
        done: false,
        stale: true,
        before: before === undefined || run.durationS !== durationS ? null : lastWhole(before),
        error: null,
      };
    }),
  };
}

/** While a knob is dragged no run finishes: the last finished one stays the comparison. */
function lastWhole(lane: LaneRun): LaneTrace | null {
  return lane.done ? lane.trace : (lane.before ?? null);
}

/** Progress is that of the slowest lane without an error. */
export function settled(run: RunSlice): RunSlice {
  const alive = run.lanes.filter((lane) => lane.error === null);
  const simulatedS = alive.length === 0 ? 0 : Math.min(...alive.map(progress));
  const status: RunStatus =
    run.lanes.length > 0 && alive.length === 0
      ? 'error'
      : alive.every((lane) => lane.done)
        ? run.lanes.some((lane) => lane.error !== null)
          ? 'error'
          : 'done'
        : 'running';
  // A lane with an error has no later results: the others do not wait for it.
  const knownS = Math.min(...alive.map(finalUntilS));
  return { ...run, simulatedS, knownS, status, revision: run.revision + 1 };
}

/** The simulated time that a lane shows of this run. */
export function progress(lane: LaneRun): number {
  if (lane.stale || lane.trace === null) return 0;
  return lane.trace.simulatedS;
}

/** A lane's results are final up to this time. A run that stopped early has none to its end. */
export function finalUntilS(lane: LaneRun): number {
  if (lane.stale) return 0;
  return lane.done && lane.error === null ? Infinity : lane.resultsS;
}

export function withLaneAt(run: RunSlice, index: number, change: Partial<LaneRun>): RunSlice {
  return { ...run, lanes: run.lanes.map((lane, at) => (at === index ? { ...lane, ...change } : lane)) };
}
