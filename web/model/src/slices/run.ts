/** What came: traces, results, progress and errors of the run on the screen. */
import type { LaneInfo, LaneResults, ScenarioError } from '@ackscope/engine';
import type { JsonObject } from '../json.ts';
import type { LaneTrace } from '../trace.ts';

export type RunStatus = 'idle' | 'running' | 'done' | 'error';

export interface LaneRun {
  label: string;
  algorithm: string;
  info: LaneInfo | null;
  trace: LaneTrace | null;
  results: LaneResults | null;
  /** How much of the run these results cover at least: a later interval is still counting. */
  resultsS: number;
  done: boolean;
  /** Still shows the run before, because nothing of this one has come yet. */
  stale: boolean;
  /** What the run before showed, over the same time, until this one is done. */
  before?: LaneTrace | null;
  error: ScenarioError | null;
}

export interface RunSlice {
  /** Counts runs, so that late news of a cancelled one is recognised. */
  id: number;
  status: RunStatus;
  lanes: readonly LaneRun[];
  durationS: number;
  /** How far every lane has come. */
  simulatedS: number;
  /** The scenario that these lanes show. */
  scenario: JsonObject | null;
  /** Rises whenever columns grew: canvases compare it instead of data. */
  revision: number;
}

export const initialRun: RunSlice = {
  id: 0,
  status: 'idle',
  lanes: [],
  durationS: 0,
  simulatedS: 0,
  scenario: null,
  revision: 0,
};

/** A new run takes the screen; each lane keeps its old curve until its first chunk. */
export function begun(
  run: RunSlice,
  lanes: readonly { label: string; algorithm: string }[],
  durationS: number,
  scenario: JsonObject,
): RunSlice {
  return {
    id: run.id + 1,
    status: 'running',
    durationS,
    simulatedS: 0,
    scenario,
    revision: run.revision + 1,
    lanes: lanes.map(({ label, algorithm }) => {
      const before = run.lanes.find((lane) => lane.label === label);
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

/** While a knob is dragged no run ends: the last finished one stays the comparison. */
function lastWhole(lane: LaneRun): LaneTrace | null {
  return lane.done ? lane.trace : (lane.before ?? null);
}

/** Progress is that of the slowest lane that is still able to make any. */
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
  return { ...run, simulatedS, status, revision: run.revision + 1 };
}

/** How far what a lane shows of this run has come. */
export function progress(lane: LaneRun): number {
  if (lane.stale || lane.trace === null) return 0;
  return lane.trace.simulatedS;
}

export function withLaneAt(run: RunSlice, index: number, change: Partial<LaneRun>): RunSlice {
  return { ...run, lanes: run.lanes.map((lane, at) => (at === index ? { ...lane, ...change } : lane)) };
}
