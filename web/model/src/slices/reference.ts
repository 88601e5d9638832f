/** A finished run that stays behind the one on the screen, in grey, to read differences from. */
import type { JsonObject } from '../json.ts';
import { sameJson } from '../json.ts';
import type { LaneRun, RunSlice } from './run.ts';

export interface ReferenceRun {
  scenario: JsonObject;
  lanes: readonly LaneRun[];
}

export interface ReferenceSlice {
  run: ReferenceRun | null;
  /** The link of a reference that was chosen: it stays. Null: it is the run before the last change. */
  link: string | null;
  /** The next run is another scenario and no change of this one: it leaves no reference. */
  isAnother: boolean;
}

export const initialReference: ReferenceSlice = { run: null, link: null, isAnother: true };

/** The finished run on the screen, as a reference; null while there is none. */
export function finishedRun(run: RunSlice): ReferenceRun | null {
  return run.status === 'done' && run.scenario !== null ? { scenario: run.scenario, lanes: run.lanes } : null;
}

/** What stays behind when a run of `scenario` begins. While a knob moves no run ends: the last that did. */
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

/** Its lane of the same name. */
export function referenceLane({ run }: ReferenceSlice, label: string): LaneRun | null {
  return run?.lanes.find((lane) => lane.label === label) ?? null;
}
