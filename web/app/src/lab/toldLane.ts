/** The lane that the sentence is about: where lanes are narrow, it is wider than the others. */
import type { Lab } from './context.ts';
import { cell } from './signals.ts';
import type { Cell } from './signals.ts';

const texts = new WeakMap<Lab['store'], Cell<string | null>>();

/** The sentence on the screen with its cause, for a saved picture. */
export function toldTextOf({ store }: Pick<Lab, 'store'>): Cell<string | null> {
  const found = texts.get(store) ?? cell<string | null>(null);
  texts.set(store, found);
  return found;
}

const cells = new WeakMap<Lab['store'], Cell<number | null>>();

/** Set by the sentence; null while it tells nothing about a lane. */
export function toldLaneOf({ store }: Pick<Lab, 'store'>): Cell<number | null> {
  const found = cells.get(store) ?? cell<number | null>(null);
  cells.set(store, found);
  return found;
}
