/** A line of a chart that is in the reader's hand. */
import type { Lab } from './context.ts';
import type { FirstKnobId } from './firstKnobs.ts';
import { cell } from './signals.ts';
import type { Cell } from './signals.ts';

export interface Grabbed {
  row: string;
  knob: FirstKnobId;
  /** The knob's value when the hand took it. */
  was: number;
  /** The scales of the rows stay while a line is moved. */
  domains: ReadonlyMap<string, readonly [number, number]>;
}

const cells = new WeakMap<Lab['store'], Cell<Grabbed | null>>();

/** The line in the hand; null while there is none. */
export function grabbedOf({ store }: Pick<Lab, 'store'>): Cell<Grabbed | null> {
  const found = cells.get(store) ?? cell<Grabbed | null>(null);
  cells.set(store, found);
  return found;
}
