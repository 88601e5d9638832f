/** The landscapes of a lab: the wanted ones, the known ones, and the one being computed. */
import { applyChanges, askOf, callDelayS, intervalAt, isQuestionOpen } from '@ackscope/model';
import type { JsonObject, LabState, LandscapeOf } from '@ackscope/model';
import { jobsOf } from '../jobs/jobs.ts';
import type { Lab } from '../lab/context.ts';
import type { Cell } from '../base/signals.ts';
import { computedWhileWatched } from '../lab/watched.ts';
import type { Work } from '../lab/watched.ts';
import { triedKnob } from '../scenario/aim.ts';
import { FIRST_KNOBS, KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import { openKnobOf } from './openKnob.ts';
import { shortened, sweepKnob } from './compute.ts';
import type { Landscape } from './compute.ts';

export interface Landscapes {
  of: LandscapeOf;
  /** The delay is that of a call. */
  isCall: boolean;
  /** The interval of the results, in seconds. */
  interval: readonly [number, number];
  knobs: ReadonlyMap<FirstKnobId, Landscape>;
}

/** This many are cached, so that turning a knob back and forth computes nothing again. */
const MAX_KNOWN = 60;

/** Computed while somebody subscribes. */
export const landscapesOf = computedWhileWatched(computeLandscapes);

function computeLandscapes(lab: Lab, shown: Cell<Landscapes | null>): Work {
  const { store, engine } = lab;
  const known = new Map<string, Landscape>();
  const keysOf = lastKeys();
  let current: { key: string; over: AbortController } | null = null;

  const stop = (): void => {
    current?.over.abort();
    current = null;
  };
  const begin = (id: FirstKnobId, key: string, wanted: Wanted): void => {
    const { change } = KNOB_SPECS[id];
    const { scenario, of, interval } = wanted;
    const scale = KNOB_SPECS[id].scale(scenario);
    const way = { scale, change: (value: number) => change(scenario, value) };
    const job = { key, over: new AbortController() };
    const { signal } = job.over;
    current = job;
    const show = (news: Landscape): void => {
      if (current !== job) return;
      const [oldest] = known.keys();
      if (known.size >= MAX_KNOWN && oldest !== undefined && !known.has(key)) known.delete(oldest);
      known.set(key, id === 'rate' && of === 'goodput' ? perValue(news) : news);
      look();
    };
    const sweep = (): Promise<void> =>
      sweepKnob(engine, shortened(scenario, interval), comparedIn(scenario), way, of, show, signal);
    const end = (): void => {
      if (current !== job) return;
      current = null;
      look();
    };
    jobsOf(engine)
      .turn('idle', signal, sweep)
      .then(end, () => undefined);
  };
  const look = (): void => {
    const state = store.getState();
    const wanted = wantedOf(state);
    if (wanted === null) {
      stop();
      shown.set(null);
      return;
    }
    const keys = keysOf(wanted, openKnobOf(lab).get() ?? triedKnob(state.scenario.preset));
    // The clock and a simulation that runs or is about to come first.
    const isBusy = state.clock.playing || state.run.status !== 'done' || isAboutToRun(state);
    if (isBusy || !keys.some(([, key]) => key === current?.key)) stop();
    const knobs = new Map(
      keys.flatMap(([id, key]) => {
        const landscape = known.get(key);
        return landscape === undefined ? [] : [[id, landscape] as const];
      }),
    );
    const before = shown.get();
    const isSame =
      before?.of === wanted.of &&
      before.interval.join() === wanted.interval.join() &&
      before.knobs.size === knobs.size &&
      [...knobs].every(([id, landscape]) => before.knobs.get(id) === landscape);
    const { of, isCall, interval } = wanted;
    if (!isSame) shown.set({ of, isCall, interval, knobs });
    if (current !== null || isBusy) return;
    const next = keys.find(([, key]) => {
      const landscape = known.get(key);
      return landscape === undefined || landscape.done < landscape.total;
    });
    if (next === undefined) return;
    begin(...next, wanted);
  };
  return { look, stop };
}

interface Wanted {
  of: LandscapeOf;
  isCall: boolean;
  scenario: JsonObject;
  interval: readonly [number, number];
}

/** What the scenario's question asks about. */
export function defaultOf({ scenario }: LabState): LandscapeOf {
  const asked = askOf(scenario.preset)?.quantity ?? 'goodput';
  return asked === 'goodput' ? asked : 'delay';
}

/** Whether a landscape would reveal what is hidden. */
export function isHidden({ view, ask }: LabState): boolean {
  return view.hidesFuture || isQuestionOpen({ ask });
}

/** Null if no landscape is wanted. */
function wantedOf(state: LabState): Wanted | null {
  const { instruments, scenario, run, clock } = state;
  const [lane] = run.lanes;
  const of = instruments.landscape ?? defaultOf(state);
  if (of === 'off' || lane === undefined || isHidden(state)) return null;
  const row = intervalAt(lane, { timeS: clock.timeS, knownS: Infinity });
  if (row === null) return null;
  const { fromS, toS } = row;
  const isCall = of === 'delay' && callDelayS(lane, row) !== null;
  return { of, isCall, scenario: scenario.wanted, interval: [fromS, toS] };
}

/** The first data of a changed scenario is not there yet. */
const isAboutToRun = ({ run, scenario }: LabState): boolean =>
  run.scenario !== scenario.wanted && scenario.error === null && scenario.asking === null;

type Keys = readonly (readonly [id: FirstKnobId, key: string])[];

/** The key of each knob, `first` first; made anew when something of it changes, not with every tick of the clock. */
function lastKeys(): (wanted: Wanted, first: FirstKnobId) => Keys {
  let made: { of: readonly unknown[]; keys: Keys } | null = null;
  return (wanted, first) => {
    const of = [first, wanted.scenario, wanted.of, ...wanted.interval];
    if (made?.of.every((part, at) => part === of[at]) === true) return made.keys;
    const keys = [first, ...FIRST_KNOBS.filter((id) => id !== first)].flatMap((id) => {
      const key = keyOf(id, wanted);
      return key === null ? [] : [[id, key] as const];
    });
    made = { of, keys };
    return keys;
  };
}

/** The key does not depend on the knob's own value. */
function keyOf(id: FirstKnobId, { scenario, of, interval }: Wanted): string | null {
  const { read, change } = KNOB_SPECS[id];
  const scale = KNOB_SPECS[id].scale(scenario);
  if (read(scenario) === null) return null;
  const base = applyChanges(scenario, change(scenario, scale.toValue(0)));
  return base === null ? null : JSON.stringify([id, of, interval, base]);
}

/** The names of the compared flows. */
function comparedIn(scenario: JsonObject): ReadonlySet<string> {
  const flows = Array.isArray(scenario.flows) ? scenario.flows : [];
  const names = flows.flatMap((flow) =>
    typeof flow === 'object' && flow !== null && !Array.isArray(flow) && flow.compared === true
      ? [typeof flow.name === 'string' ? flow.name : 'main']
      : [],
  );
  return new Set(names);
}

/** Goodput over the rate is shown as a share of the rate, because it is nearly proportional. */
function perValue(landscape: Landscape): Landscape {
  const lanes = [...landscape.lanes].map(
    ([label, values]) =>
      [
        label,
        values.map((value, at) =>
          value === null ? null : value / ((landscape.places[at]?.value ?? NaN) * 1e6),
        ),
      ] as const,
  );
  return { ...landscape, lanes: new Map(lanes) };
}
