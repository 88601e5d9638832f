/** Marks of evidence in the lanes: what the run itself shows of a cause that an experiment found. */
import { cellPerLab } from '../lab/cellPerLab.ts';

export interface Note {
  /** The row that it points into. */
  row: string;
  /** What it points at. */
  timeS: number;
  value: number;
  /** Other points that its text is true of, where it may have a nearer place. */
  others?: readonly { timeS: number; value: number }[];
  text: string;
  /** A value that the text compares with, drawn over an interval. */
  level?: { value: number; fromS: number; toS: number; name: string };
  /** Instead, where the text has no room. */
  short?: string;
  /** It compares, and does not show the cause itself. */
  isAside?: boolean;
  /** It names the grey curve. */
  isGrey?: boolean;
  /** It has a place also where no room is left beside the curves. */
  isKept?: boolean;
  /** How many others appear before it. */
  turn?: number;
}

/** By lane. */
export type Notes = readonly (readonly Note[])[];

export const NO_NOTES: Notes = [];

/** The marks on the screen; the sentence sets them. */
export const notesOf = cellPerLab<Notes>(NO_NOTES);

/** A queue may be drawn together with that of the other way: this one upwards, the other downwards. */
export function inRow(note: Note, rows: readonly { id: string }[]): Note {
  const { row, value } = note;
  if (rows.some(({ id }) => id === row) || (row !== 'queue' && row !== 'queue-back')) return note;
  const sign = row === 'queue' ? 1 : -1;
  const others = note.others?.map((one) => ({ ...one, value: sign * one.value })) ?? [];
  return { ...note, row: 'queue-ways', value: sign * value, others };
}
