import { applyChanges, presetById } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { FIRST_KNOBS, KNOB_SPECS } from './firstKnobs.ts';
import type { FirstKnobId } from './firstKnobs.ts';

/** The one knob that a change turns, and its place on the track; null if it turns none, or several. */
export function aimOf(scenario: JsonObject, set: JsonObject): { id: FirstKnobId; position: number } | null {
  const after = applyChanges(
    scenario,
    Object.entries(set).map(([path, value]) => ({ path, value })),
  );
  if (after === null) return null;
  const turned = FIRST_KNOBS.filter((id) => KNOB_SPECS[id].read(scenario) !== KNOB_SPECS[id].read(after));
  const [id] = turned;
  const value = id === undefined || turned.length > 1 ? null : KNOB_SPECS[id].read(after);
  return id === undefined || value === null
    ? null
    : { id, position: KNOB_SPECS[id].scale(after).toPosition(value) };
}

/** The knob that a known scenario's change worth trying turns: it comes first. */
export function triedKnob(preset: string | null): FirstKnobId {
  const known = preset === null ? null : presetById(preset);
  return (known && aimOf(known.scenario, known.try.set)?.id) ?? 'rate';
}
