/** Marks of evidence in the lanes: what the run itself shows of a cause that an experiment found. */
import { cellPerLab } from '../lab/cellPerLab.ts';

export interface Note {
  /** The row that it points into. */
  row: string;
  /** What it points at. */
  timeS: number;
  value: number;
  text: string;
  /** Instead, where the text has no room. */
  short?: string;
}

/** By lane. */
export type Notes = readonly (readonly Note[])[];

export const NO_NOTES: Notes = [];

/** The marks on the screen; the sentence sets them. */
export const notesOf = cellPerLab<Notes>(NO_NOTES);
