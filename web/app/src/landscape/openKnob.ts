/** The knob whose number is open in the sentence: its landscape is computed first. */
import { cellPerLab } from '../lab/cellPerLab.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';

export const openKnobOf = cellPerLab<FirstKnobId | null>(null);
