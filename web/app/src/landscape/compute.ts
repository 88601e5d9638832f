/**
 * The effect of a knob over its whole range, before it is turned: short sweeps in the background
 * give each lane's result. One knob at a time, and only while nothing else is computed. A change of
 * the scenario stops the current sweep.
 */
import type { Engine, LaneResults } from '@ackscope/engine';
import { applyChanges } from '@ackscope/model';
import type { JsonObject, LandscapeOf, PathChange } from '@ackscope/model';
import { runSweep } from '../jobs/runs.ts';
import type { SliderScale } from '../kit/Slider.tsx';

/** What is swept: a knob's range, and the scenario changes of a value. */
export interface KnobRange {
  scale: SliderScale;
  change: (value: number) => readonly PathChange[];
}

export interface Landscape {
  /** Places on the knob's range, 0 to 1, and in its unit; only cheap enough ones, in order. */
  places: readonly { position: number; value: number }[];
  /** By lane label: a number for each place; null if not computed or undefined. */
  lanes: ReadonlyMap<string, readonly (number | null)[]>;
  /** Finished runs, and all runs. */
  done: number;
  total: number;
  /** Number of places that are omitted because they cost too much. */
  leftOut: number;
}

/** Places on a knob's range. */
const PLACES = 13;
/** The most packets of a place (all lanes) and of a knob, as bounds: some seconds of work. */
const MAX_OF_PLACE = 8e6;
const MAX_OF_KNOB = 5e7;
/** Evenly spaced places; places with equal values count once. */
export function placesOf({ scale }: KnobRange): { position: number; value: number }[] {
  const places = Array.from({ length: PLACES }, (_, at) => scale.toValue(at / (PLACES - 1)));
  return [...new Set(places)].map((value) => ({ value, position: scale.toPosition(value) }));
}

/**
 * Which places are computed, given their costs: those below the limit of a place, the cheapest
 * first, until the knob's limit is reached. A null cost means that the place is refused.
 */
export function affordable(costs: readonly (number | null)[]): boolean[] {
  const order = costs
    .flatMap((cost, at) => (cost === null ? [] : [{ cost, at }]))
    .sort((a, b) => a.cost - b.cost);
  const chosen = new Set<number>();
  let sum = 0;
  for (const { cost, at } of order) {
    sum += cost;
    if (cost <= MAX_OF_PLACE && sum <= MAX_OF_KNOB) chosen.add(at);
  }
  return costs.map((_, at) => chosen.has(at));
}

/** The result of a run: the mean over the compared flows, the delay of a call, or that of the first hop. */
export function resultOf(
  { flows, hops }: LaneResults,
  compared: ReadonlySet<string>,
  of: LandscapeOf,
): number | null {
  const call = flows.flatMap((flow) => flow.windows).find((one) => one.p50_delay_s != null);
  if (of === 'delay' && call?.p50_delay_s != null) return call.p50_delay_s;
  const windows =
    of === 'delay'
      ? (hops.find(({ hop, direction }) => hop === 0 && direction === 'forward')?.windows ?? []).map(
          ({ from_s, to_s, mean_queueing_delay_s }) => ({ from_s, to_s, value: mean_queueing_delay_s }),
        )
      : flows
          .filter(({ name }) => compared.has(name))
          .flatMap((flow) => flow.windows)
          .map(({ from_s, to_s, goodput_bps, retransmission_ratio }) => ({
            from_s,
            to_s,
            value: of === 'goodput' ? goodput_bps : retransmission_ratio,
          }));
  let [sum, seconds] = [0, 0];
  for (const { from_s, to_s, value } of windows) {
    if (value === null) continue;
    sum += value * (to_s - from_s);
    seconds += to_s - from_s;
  }
  return seconds > 0 ? sum / seconds : null;
}

/** The scenario shortened to the end of an interval, with that as the only measured interval. */
export function shortened(scenario: JsonObject, [fromS, toS]: readonly [number, number]): JsonObject {
  return { ...scenario, duration: `${toS}s`, measure: [[`${fromS}s`, `${toS}s`]] };
}

const setOf = (changes: readonly PathChange[]): JsonObject =>
  Object.fromEntries(changes.flatMap(({ path, value }) => (value === undefined ? [] : [[path, value]])));

/** Sweeps a knob. `show` is called after every run. */
export async function sweepKnob(
  engine: Engine,
  scenario: JsonObject,
  compared: ReadonlySet<string>,
  way: KnobRange,
  of: LandscapeOf,
  show: (landscape: Landscape) => void,
  signal: AbortSignal,
): Promise<void> {
  const all = placesOf(way);
  const costOf = async ({ value }: (typeof all)[number]): Promise<number | null> => {
    const there = applyChanges(scenario, way.change(value));
    const check = there === null ? null : await engine.check(JSON.stringify(there));
    // If a place is refused, the knob shows the reason when it is turned there.
    return check?.ok === true ? check.estimate.segments : null;
  };
  const costs = await Promise.all(all.map(costOf));
  signal.throwIfAborted();
  const cheap = affordable(costs);
  const places = all.filter((_, at) => cheap[at]);
  const leftOut = costs.filter((cost, at) => cost !== null && cheap[at] !== true).length;
  const lanes = new Map<string, (number | null)[]>();
  let landscape: Landscape = { places, lanes, done: 0, total: 0, leftOut };
  const tell = (change: Partial<Landscape>): void => {
    landscape = { ...landscape, ...change };
    show(landscape);
  };
  if (places.length === 0) {
    tell({});
    return;
  }
  const points = places.map(({ value }) => setOf(way.change(value)));
  const request = { scenario, points, seeds: 1 };
  try {
    await runSweep(engine, request, {
      signal,
      sparesProcessor: true,
      onPlan: (plan) => tell({ total: plan.jobs.length }),
      onRun({ job, results }, { done }) {
        const values = lanes.get(results.label) ?? places.map(() => null);
        lanes.set(results.label, values);
        values[job.point] = resultOf(results, compared, of);
        tell({ lanes: new Map(lanes), done });
      },
    });
  } catch {
    tell({ places: [], total: landscape.done });
  }
}
