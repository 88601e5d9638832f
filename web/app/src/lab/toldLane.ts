import { cellPerLab } from './cellPerLab.ts';

/** The sentence on the screen with its cause, for a saved picture. */
export const toldTextOf = cellPerLab<string | null>(null);

/** The lane that the sentence is about: where lanes are narrow, it is wider than the others. Null while it tells nothing
 * about a lane. */
export const toldLaneOf = cellPerLab<number | null>(null);
