/** The requested scenario as plain data, its origin, and the engine's answer. */
import type { ScenarioError } from '@ackscope/engine';
import { isObject, sameJson } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { CostQuestion } from '../limits.ts';
import type { LinkEnd } from '../link/cut.ts';
import { applyChanges, getPath } from '../path.ts';
import type { PathChange } from '../path.ts';
import { DEFAULT_PRESET } from '../presets.ts';

export interface ScenarioSlice {
  wanted: JsonObject;
  /** The preset it grew from; null for a scenario that came whole. */
  preset: string | null;
  /** A scenario that came whole, as it came: in a file, a link or from an address. Null for a preset. */
  came: JsonObject | null;
  /** The scenario from an author's address; null if it came from elsewhere. */
  kept: JsonObject | null;
  /** Why the wanted scenario cannot run; the last good run stays on the screen. */
  error: ScenarioError | null;
  /** The question whether to run the wanted scenario at its cost; the last run stays meanwhile. */
  asking: CostQuestion | null;
  /** The scenario that the reader agreed to run at any cost. */
  agreed: JsonObject | null;
  warnings: readonly string[];
  /** What could not be used from the link that opened the page. */
  notices: readonly string[];
  /** The last change in that link, where it may have been cut off. */
  end: LinkEnd | null;
  /** Why the last file was not opened; null if there is nothing to say. */
  refusedFile: string | null;
}

export const initialScenario: ScenarioSlice = {
  wanted: DEFAULT_PRESET.scenario,
  preset: DEFAULT_PRESET.id,
  came: null,
  kept: null,
  error: null,
  asking: null,
  agreed: null,
  warnings: [],
  notices: [],
  end: null,
  refusedFile: null,
};

/** Applies all of the changes or none of them. */
export function withChanges(slice: ScenarioSlice, changes: readonly PathChange[]): ScenarioSlice {
  const wanted = applyChanges(slice.wanted, changes);
  return wanted === null || sameJson(wanted, slice.wanted) ? slice : { ...slice, wanted };
}

export function compareList(scenario: JsonObject): Json[] {
  const list = getPath(scenario, 'compare');
  return Array.isArray(list) ? list : [];
}

export function entryAlgorithm(entry: Json): string {
  if (typeof entry === 'string') return entry;
  const algorithm = isObject(entry) ? entry['algorithm'] : undefined;
  return typeof algorithm === 'string' ? algorithm : '';
}

/** Adds a lane. If the preset has an entry for that algorithm, its settings are used. */
export function withLane(
  slice: ScenarioSlice,
  algorithm: string,
  presetScenario: JsonObject | null,
): ScenarioSlice {
  const list = compareList(slice.wanted);
  const known = presetScenario === null ? [] : compareList(presetScenario);
  const entry = known.find((item) => entryAlgorithm(item) === algorithm) ?? algorithm;
  return withChanges(slice, [{ path: 'compare', value: [...list, entry] }]);
}

/** Removes a lane. The last lane stays: without one there is nothing to show. */
export function withoutLane(slice: ScenarioSlice, index: number): ScenarioSlice {
  const list = compareList(slice.wanted);
  if (list.length <= 1) return slice;
  return withChanges(slice, [{ path: 'compare', value: list.filter((_, at) => at !== index) }]);
}

/** The index of a lane by its label, or by its algorithm if it has no label. */
export function laneIndex(scenario: JsonObject, name: string | null): number {
  const list = scenario['compare'];
  if (name === null || !Array.isArray(list)) return 0;
  const index = list.findIndex((entry) => {
    if (typeof entry === 'string') return entry === name;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
    return (entry['label'] ?? entry['algorithm']) === name;
  });
  return Math.max(0, index);
}
