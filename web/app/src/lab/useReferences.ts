import { useMemo } from 'react';
import { isObject, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset, Reference } from '@ackscope/model';
import { useLabState } from './context.ts';

const NONE: readonly Reference[] = [];

const lanesOf = ({ compare }: JsonObject) => (Array.isArray(compare) ? compare : []);

/** The numbers published for a preset that apply to a scenario: none if a lane has settings that the preset's have not. */
export function referencesOf(preset: Preset, scenario: JsonObject): readonly Reference[] {
  const isOther = lanesOf(scenario).some(
    (lane) =>
      isObject(lane) &&
      lane.set !== undefined &&
      !lanesOf(preset.scenario).some((own) => sameJson(own, lane)),
  );
  return !isOther && referencesApply(preset, scenario) ? preset.references : NONE;
}

/** The published numbers that apply to the run on the screen. */
export function useReferences(): readonly Reference[] {
  const presetId = useLabState((state) => state.scenario.preset);
  const scenario = useLabState((state) => state.run.scenario);
  return useMemo(() => {
    const preset = presetId === null ? null : presetById(presetId);
    return preset !== null && scenario !== null ? referencesOf(preset, scenario) : NONE;
  }, [presetId, scenario]);
}
