import { useMemo } from 'react';
import { presetById, referencesApply } from '@ackscope/model';
import type { Reference } from '@ackscope/model';
import { useLabState } from './context.ts';

const NONE: readonly Reference[] = [];

/** The published numbers that apply to the run on the screen. */
export function useReferences(): readonly Reference[] {
  const presetId = useLabState((state) => state.scenario.preset);
  const scenario = useLabState((state) => state.run.scenario);
  return useMemo(() => {
    const preset = presetId === null ? null : presetById(presetId);
    return preset !== null && scenario !== null && referencesApply(preset, scenario)
      ? preset.references
      : NONE;
  }, [presetId, scenario]);
}
