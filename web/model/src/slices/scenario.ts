/** What is asked for: the scenario as plain data, its source, and what the engine says. */
import type { ScenarioError } from '@ackscope/engine';
import { isObject, sameJson } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { CostQuestion } from '../limits.ts';
import { applyChanges, getPath } from '../path.ts';
import type { PathChange } from '../path.ts';
import { DEFAULT_PRESET } from '../presets.ts';

export interface ScenarioSlice {
  wanted: JsonObject;
  /** The preset it grew from; null for a scenario that came whole. */
  preset: string | null;
  /** As it came from an author's address; null if it came in another way. */
  kept: JsonObject | null;
  /** Why the wanted scenario cannot run; the last good one stays on the screen meanwhile. */
  error: ScenarioError | null;
  /** The wanted scenario is run only after a yes; the last run stays meanwhile. */
  asking: CostQuestion | null;
  /** The scenario that is to be run whatever it costs. */
  agreed: JsonObject | null;
  warnings: readonly string[];
  /** What could not be used of the link that opened the page. */
  notices: readonly string[];
  /** Why the last file was not opened; null if there is nothing to say. */
  refusedFile: string | null;
}

export const initialScenario: ScenarioSlice = {
  wanted: DEFAULT_PRESET.scenario,
  preset: DEFAULT_PRESET.id,
  kept: null,
  error: null,
  asking: null,
  agreed: null,
  warnings: [],
  notices: [],
  refusedFile: null,
};

/** All of the changes or none of them. */
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

/** Adds a lane; if the preset has an entry for that algorithm, with that entry's settings. */
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

/** Takes a lane away; the last one stays, since a comparison of nothing shows nothing. */
export function withoutLane(slice: ScenarioSlice, index: number): ScenarioSlice {
  const list = compareList(slice.wanted);
  if (list.length <= 1) return slice;
  return withChanges(slice, [{ path: 'compare', value: list.filter((_, at) => at !== index) }]);
}

/** Lanes are named by label, or by algorithm where the scenario gives no label. */
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
