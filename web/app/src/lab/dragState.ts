/** A line of a chart that is in the reader's hand. */
import { cellPerLab } from './cellPerLab.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';

export interface Drag {
  row: string;
  knob: FirstKnobId;
  /** The knob's value when the hand took it. */
  was: number;
  /** The scales of the rows stay while a line is moved. */
  domains: ReadonlyMap<string, readonly [number, number]>;
}

/** The line in the hand; null while there is none. */
export const dragState = cellPerLab<Drag | null>(null);
