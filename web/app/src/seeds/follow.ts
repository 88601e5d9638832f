/**
 * The same scenario with other seeds, one run after the other in the background, as long as somebody
 * looks: while the run itself is finished and the clock stands.
 */
import type { RunHandle } from '@ackscope/engine';
import { LaneTrace } from '@ackscope/model';
import type { JsonObject, LabState } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';
import { readSeed } from '../lab/knobs.ts';
import { computedWhileWatched } from '../lab/signals.ts';
import type { Cell, Work } from '../lab/signals.ts';

export interface Seeds {
  /** What they are runs of. */
  scenario: JsonObject;
  /** Seed by seed, the shown run's own first: the trace of each lane. */
  runs: readonly (readonly LaneTrace[])[];
  /** How many there will be. */
  total: number;
}

/** At most this many seeds, and traces of lanes. */
export const MOST_SEEDS = 16;
const MOST_TRACES = 96;
/** Packets of all runs together: a bound, three to four times what plain runs have. */
const MOST_PACKETS = 1e8;

/** Seeds that a scenario gets, by what one run of it costs. */
function seedsFor(packets: number, lanes: number): number {
  const affordable = Math.min(MOST_PACKETS / Math.max(1, packets), MOST_TRACES / Math.max(1, lanes));
  return Math.max(1, Math.min(MOST_SEEDS, Math.floor(affordable)));
}

/** Computed as long as somebody watches. */
export const seedsOf = computedWhileWatched(computeSeeds);

/** The finished run on the screen; null while there is none, or nothing but its past may be seen. */
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
        // The seeds so far stay on the screen; no further one is tried.
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
    // The clock has the processors first.
    if (handle === null && seeds.runs.length < seeds.total && !state.clock.playing) runNext(seeds);
  };
  return { look, stop };
}
