import { useMemo } from 'react';
import { isObject, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { Json, JsonObject, Preset, Reference } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';

const NONE: readonly Reference[] = [];

/** What makes a lane's run: its label does not. */
const runOf = (lane: Json) =>
  isObject(lane)
    ? { algorithm: lane.algorithm ?? null, set: lane.set ?? null }
    : { algorithm: lane, set: null };

const lanesOf = ({ compare }: JsonObject) => (Array.isArray(compare) ? compare.map(runOf) : []);

/**
 * The numbers published for a preset that apply to a scenario: none if a lane runs an algorithm with
 * other settings than the preset's own lane. An algorithm that is added has the flow's settings.
 */
export function referencesOf(preset: Preset, scenario: JsonObject): readonly Reference[] {
  const own = lanesOf(preset.scenario);
  const isOther = lanesOf(scenario).some((lane) => {
    const alike = own.filter(({ algorithm }) => algorithm === lane.algorithm);
    return alike.length === 0 ? lane.set !== null : !alike.some((one) => sameJson(one, lane));
  });
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
