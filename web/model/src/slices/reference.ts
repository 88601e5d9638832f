/** A finished run, drawn in grey behind the one on the screen to compare with. */
import type { JsonObject } from '../json.ts';
import { sameJson } from '../json.ts';
import type { LaneRun, RunSlice } from './run.ts';

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
