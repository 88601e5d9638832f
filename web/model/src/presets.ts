/** The named scenarios, from core/lab/experiments. */
import type { CheckPassed, LaneName } from '@ackscope/engine';
import type { ChartMode } from './chartMode.ts';
import type { JsonObject } from './json.ts';
import presets from './generated/presets.json' with { type: 'json' };
import { applyChanges, diffPaths } from './path.ts';
import { nearestName } from './nearest.ts';

/** Numbers published elsewhere for the same scenario, shown beside the simulated ones. */
export interface Reference {
  id: string;
  name: string;
  source: string;
  metric: 'goodput_bps';
  /** The flow they were measured on. */
  flow: string;
  windows: [number, number][];
  /** Per algorithm id, one value per window. */
  values: Record<string, number[]>;
}

export interface Preset {
  id: string;
  title: string;
  source: string;
  /** One sentence: what to look at. */
  question: string;
  /** The lane that shows it best. */
  look: { lane: string; /** Side by side if left out. */ charts?: ChartMode };
  /** The suggested next change. */
  try: { label: string; set: JsonObject };
  scenario: JsonObject;
  /** Result of the scenario's check, made at build time. */
  lanes: LaneName[];
  duration_s: number;
  estimate: CheckPassed['estimate'];
  warnings: string[];
  references: Reference[];
  /** The source's conclusion, in our words. */
  says: string | null;
  /** The preset that is offered instead: only links of old name this one. */
  today?: string;
}

export const PRESETS: readonly Preset[] = presets as unknown as Preset[];

function named(id: string): Preset {
  const found = PRESETS.find((preset) => preset.id === id);
  if (found === undefined) throw new Error(`there is no preset ${id}`);
  return found;
}

/** The scenario of an address that names none, but changes of one. */
export const DEFAULT_PRESET = named('gm04-table1');

/** The scenario that the page opens with. */
export const OPENING_PRESET = named('today-radio');

export function presetById(id: string): Preset | null {
  return PRESETS.find((item) => item.id === id) ?? null;
}

/** The preset that a scenario grew from: the nearest one that has its title. */
export function presetBehind(scenario: JsonObject): Preset | null {
  const far = (preset: Preset): number => diffPaths(preset.scenario, scenario).length;
  const titled = PRESETS.filter((preset) => preset.scenario['title'] === scenario['title']);
  return titled.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

export function nearestPreset(id: string): Preset {
  const name = nearestName(
    id,
    PRESETS.map((item) => item.id),
  );
  return (name === null ? null : presetById(name)) ?? DEFAULT_PRESET;
}

/** Paths whose change keeps a published number comparable: another seed, lanes or title. */
const HARMLESS = new Set(['seed', 'title', 'compare', 'flows.main.shadow']);

/** The preset that equals this scenario, unchanged: it runs without a check. */
export function presetThatIs(scenario: JsonObject): Preset | null {
  return PRESETS.find((item) => item.scenario === scenario) ?? null;
}

/** Whether the preset's published numbers still describe this scenario. */
export function referencesApply(chosen: Preset, scenario: JsonObject): boolean {
  return diffPaths(chosen.scenario, scenario).every((change) => HARMLESS.has(change.path));
}

/** The scenario after the preset's own suggestion, or null if the suggestion no longer applies. */
export function followSuggestion(chosen: Preset, scenario: JsonObject): JsonObject | null {
  return applyChanges(
    scenario,
    Object.entries(chosen.try.set).map(([path, value]) => ({ path, value })),
  );
}
