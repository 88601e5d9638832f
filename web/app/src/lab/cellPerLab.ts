import type { LabStore } from '@ackscope/model';
import { cell } from '../base/signals.ts';
import type { Cell } from '../base/signals.ts';

/** A cell for each lab, made when it is first asked for. */
export function cellPerLab<T>(first: T): (lab: { store: LabStore }) => Cell<T> {
  const cells = new WeakMap<LabStore, Cell<T>>();
  return ({ store }) => {
    const found = cells.get(store) ?? cell(first);
    cells.set(store, found);
    return found;
  };
}
