/** The title of the story on the screen: the page's sentence says it. */
import type { Lab } from '../lab/context.ts';
import { cell } from '../lab/signals.ts';
import type { Cell } from '../lab/signals.ts';

const titles = new WeakMap<Lab['store'], Cell<string | null>>();

export function storyTitleOf({ store }: Pick<Lab, 'store'>): Cell<string | null> {
  const found = titles.get(store) ?? cell<string | null>(null);
  titles.set(store, found);
  return found;
}
