/** A finished run, drawn in grey behind the one on the screen to compare with. */
import type { JsonObject } from '../json.ts';
import { sameJson } from '../json.ts';
import type { Json } from '../json.ts';
import type { LaneRun, RunSlice } from './run.ts';
import { compareList } from './scenario.ts';

export interface ReferenceRun {
  scenario: JsonObject;
  lanes: readonly LaneRun[];
}

export interface ReferenceSlice {
  run: ReferenceRun | null;
  /** The link of a chosen, lasting reference. Null: it is the run before the last change. */
  link: string | null;
  /** The next run is another scenario, not a change of this one: it gets no reference. */
  isAnother: boolean;
}

export const initialReference: ReferenceSlice = { run: null, link: null, isAnother: true };

/** The finished run on the screen, as a reference; null if it is not finished. */
export function finishedRun(run: RunSlice): ReferenceRun | null {
  return run.status === 'done' && run.scenario !== null ? { scenario: run.scenario, lanes: run.lanes } : null;
}

/**
 * The reference when a run of `scenario` begins: the last finished run. While a knob is dragged,
 * runs are cancelled before they finish.
 */
export function referenceAfter(
  reference: ReferenceSlice,
  run: RunSlice,
  scenario: JsonObject,
): ReferenceSlice {
  if (reference.link !== null) return { ...reference, isAnother: false };
  const before = reference.isAnother ? null : (finishedRun(run) ?? reference.run);
  const isSame = before !== null && sameJson(before.scenario, scenario);
  return { run: isSame ? null : before, link: null, isAnother: false };
}

/** The reference's lane of the same name. */
export function referenceLane({ run }: ReferenceSlice, label: string): LaneRun | null {
  return run?.lanes.find((lane) => lane.label === label) ?? null;
}

/** What one lane simulates: the scenario without title and other lanes. */
function alone(scenario: JsonObject, lane: number): Json {
  const { title: _, compare: __, ...rest } = scenario;
  return [rest, compareList(scenario)[lane] ?? null];
}

/**
 * The reference's lane that a lane is compared with: that of the same name, if it simulates something else. A run
 * compared with itself is always as before, and another lane beside it changes nothing of it.
 */
export function comparedLane(reference: ReferenceSlice, run: RunSlice, lane: number): LaneRun | null {
  const label = run.lanes[lane]?.label;
  const place = reference.run?.lanes.findIndex((one) => one.label === label) ?? -1;
  const before = reference.run?.lanes[place];
  if (before === undefined || reference.run === null || run.scenario === null) return null;
  return sameJson(alone(reference.run.scenario, place), alone(run.scenario, lane)) ? null : before;
}

/** Whether the run on the screen is compared with a reference. */
export const isCompared = (reference: ReferenceSlice, run: RunSlice): boolean =>
  run.lanes.some((_, lane) => comparedLane(reference, run, lane) !== null);
