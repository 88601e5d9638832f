/**
 * Runs the same scenario with other seeds, one after the other in the background. They run while
 * somebody subscribes, the run itself is finished and the clock stands.
 */
import type { RunHandle } from '@ackscope/engine';
import { LaneTrace } from '@ackscope/model';
import type { JsonObject, LabState } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { readSeed } from '../lab/knobs.ts';
import type { Cell } from '../lab/signals.ts';
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
export const MOST_SEEDS = 16;
const MOST_TRACES = 96;
/** The most packets of all runs together: a bound, three to four times those of plain runs. */
const MOST_PACKETS = 1e8;

/** The number of seeds for a scenario, given the cost of one run. */
function seedsFor(packets: number, lanes: number): number {
  const affordable = Math.min(MOST_PACKETS / Math.max(1, packets), MOST_TRACES / Math.max(1, lanes));
  return Math.max(1, Math.min(MOST_SEEDS, Math.floor(affordable)));
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
  let handle: RunHandle | null = null;
  let planning: JsonObject | null = null;

  const stop = (): void => {
    handle?.cancel();
    handle = null;
    planning = null;
  };
  const plan = (scenario: JsonObject, traces: LaneTrace[]): void => {
    planning = scenario;
    engine.check(JSON.stringify(scenario)).then(
      (check) => {
        if (planning !== scenario || !check.ok) return;
        planning = null;
        const total = seedsFor(check.estimate.segments, traces.length);
        shown.set({ scenario, runs: [traces], total });
        look();
      },
      () => undefined,
    );
  };
  const runNext = (seeds: Seeds): void => {
    const { scenario, runs } = seeds;
    const text = JSON.stringify({ ...scenario, seed: readSeed(scenario) + runs.length });
    const lanes = runs[0]?.length ?? 0;
    const traces: LaneTrace[] = [];
    let done = 0;
    const own = engine.start(text, {
      onLane(lane, info) {
        traces[lane] = new LaneTrace(info);
      },
      onChunk: (lane, chunk) => traces[lane]?.write(chunk),
      onResults(_lane, _results, isDone) {
        if (isDone) done += 1;
        if (done < lanes || handle !== own) return;
        stop();
        shown.set({ ...seeds, runs: [...runs, traces] });
        look();
      },
      onError() {
        if (handle !== own) return;
        stop();
        // The seeds so far stay; no further seed is tried.
        shown.set({ ...seeds, total: runs.length });
      },
    });
    handle = own;
  };
  const look = (): void => {
    const state = store.getState();
    const own = finished(state);
    const now = shown.get();
    if (own === null || (now !== null && now.scenario !== own.scenario)) {
      stop();
      shown.set(null);
    }
    if (own === null) return;
    const seeds = shown.get();
    if (seeds === null) {
      if (planning !== own.scenario) plan(own.scenario, own.traces);
      return;
    }
    // A running clock comes first.
    if (handle === null && seeds.runs.length < seeds.total && !state.clock.playing) runNext(seeds);
  };
  return { look, stop };
}
