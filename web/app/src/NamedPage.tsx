import { lazyNamed } from './kit/lazyNamed.ts';
import type { PageProps, Route } from './definePage.ts';
import { PAGES } from './pages.ts';

/** Not in the first load: most visitors come for the lab. */
const SHOWS = new Map(
  [...PAGES].map(([id, { load }]) => {
    const Part = lazyNamed('Page', async () => ({ Page: await load() }));
    return [id, (asked: PageProps) => <Part {...asked} />];
  }),
);

/** A page other than the lab, by its name. */
export function NamedPage({ page, ...asked }: Route) {
  return SHOWS.get(page)?.(asked) ?? null;
}
