import { lazyNamed } from './controls/lazyNamed.ts';
import type { Route } from './definePage.ts';
import { PAGES } from './pages.ts';

/** Not in the first load: most visitors come for the lab. */
const PARTS = new Map(
  [...PAGES].map(([id, { load }]) => [id, lazyNamed('Page', async () => ({ Page: await load() }))]),
);

/** A page other than the lab, by its name. */
export function NamedPage({ page, ...asked }: Route) {
  const Part = PARTS.get(page);
  return Part === undefined ? null : <Part {...asked} />;
}
