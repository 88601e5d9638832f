/** Marks of evidence in the lanes: what the run itself shows of a cause that an experiment found. */
import type { Lab } from '../lab/context.ts';
import { cell } from '../lab/signals.ts';
import type { Cell } from '../lab/signals.ts';

export interface Note {
  /** The row that it points into. */
  row: string;
  /** What it points at. */
  timeS: number;
  value: number;
  text: string;
}

/** By lane. */
export type Notes = readonly (readonly Note[])[];

export const NO_NOTES: Notes = [];

const cells = new WeakMap<Lab['store'], Cell<Notes>>();

/** The marks on the screen; the sentence sets them. */
export function notesOf({ store }: Pick<Lab, 'store'>): Cell<Notes> {
  const found = cells.get(store) ?? cell<Notes>(NO_NOTES);
  cells.set(store, found);
  return found;
}
