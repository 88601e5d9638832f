import { cellPerLab } from './cellPerLab.ts';

/** The sentence on the screen with its cause, for a saved picture. */
export const sentenceText = cellPerLab<string | null>(null);
