/**
 * Runs the same scenario with other seeds, one after the other in the background. They run while
 * somebody subscribes, the run itself is finished and the clock stands.
 */
import type { JsonObject, LabState, LaneTrace } from '@ackscope/model';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import type { Ran } from '../jobs/runs.ts';
import type { Lab } from '../lab/context.ts';
import { readSeed } from '../scenario/knobs.ts';
import type { Cell } from '../base/signals.ts';
import { computedWhileWatched } from '../lab/watched.ts';
import type { Work } from '../lab/watched.ts';

export interface Seeds {
  scenario: JsonObject;
  /** By seed, the visible run first: the trace of each lane. */
  runs: readonly (readonly LaneTrace[])[];
  /** The number of seeds in the end. */
  total: number;
}

/** The most seeds, and the most traces of lanes. */
export const MAX_SEEDS = 16;
const MAX_TRACES = 96;
/** The most packets of all runs together: a bound, three to four times those of plain runs. */
const MAX_PACKETS = 1e8;

/** The number of seeds for a scenario, given the cost of one run. */
function seedsFor(packets: number, lanes: number): number {
  const affordable = Math.min(MAX_PACKETS / Math.max(1, packets), MAX_TRACES / Math.max(1, lanes));
  return Math.max(1, Math.min(MAX_SEEDS, Math.floor(affordable)));
}

/** Computed while somebody subscribes. */
export const seedsOf = computedWhileWatched(computeSeeds);

/** The finished run on the screen; null if there is none, or if its future is hidden. */
function finished({ run, view, ask }: LabState): { scenario: JsonObject; traces: LaneTrace[] } | null {
  if (run.status !== 'done' || run.scenario === null || view.hidesFuture || ask?.stage === 'open')
    return null;
  const traces = run.lanes.flatMap(({ trace }) => trace ?? []);
  return traces.length === run.lanes.length && traces.length > 0 ? { scenario: run.scenario, traces } : null;
}

function computeSeeds({ store, engine }: Lab, shown: Cell<Seeds | null>): Work {
  /** What is planned or run now, and for which scenario. */
  let current: { scenario: JsonObject; over: AbortController } | null = null;

  const stop = (): void => {
    current?.over.abort();
    current = null;
  };
  const begin = (scenario: JsonObject, next: (signal: AbortSignal) => Promise<Seeds | null>): void => {
    const job = { scenario, over: new AbortController() };
    current = job;
    next(job.over.signal).then(
      (seeds) => {
        // A scenario that is refused is not tried again.
        if (current !== job || seeds === null) return;
        current = null;
        shown.set(seeds);
        look();
      },
      () => undefined,
    );
  };
  const plan = async (scenario: JsonObject, traces: LaneTrace[]): Promise<Seeds | null> => {
    const check = await engine.check(JSON.stringify(scenario));
    if (!check.ok) return null;
    return { scenario, runs: [traces], total: seedsFor(check.estimate.segments, traces.length) };
  };
  const runNext = async (seeds: Seeds, signal: AbortSignal): Promise<Seeds> => {
    const { scenario, runs } = seeds;
    const other = { ...scenario, seed: readSeed(scenario) + runs.length };
    try {
      const run = (): Promise<Ran> => runLanes(engine, other, { want: 'traces', signal });
      const { traces } = await jobsOf(engine).turn('near', signal, run);
      return { ...seeds, runs: [...runs, traces] };
    } catch {
      // The seeds so far stay; no further seed is tried.
      return { ...seeds, total: runs.length };
    }
  };
  const look = (): void => {
    const state = store.getState();
    const own = finished(state);
    const before = current?.scenario ?? shown.get()?.scenario ?? null;
    if (own === null || (before !== null && before !== own.scenario)) {
      stop();
      shown.set(null);
    }
    if (own === null || current !== null) return;
    const seeds = shown.get();
    if (seeds === null) begin(own.scenario, () => plan(own.scenario, own.traces));
    // A running clock comes first.
    else if (seeds.runs.length < seeds.total && !state.clock.playing)
      begin(own.scenario, (signal) => runNext(seeds, signal));
  };
  return { look, stop };
}
