/**
 * Which page an address names. A scenario's link (`#v1/…`) is the lab; other pages have names:
 * `#gallery`, `#gallery/gm04-fig5`, `#sweep?set=…`, `#theory/reno?p=0.001`,
 * `#lesson/sawtooth?step=2`, `#teach/guess?seed=4`, `#write/my-own?of=…`, `#score/newreno,vegas`. No version
 * prefix equals a page name, so a link and a page cannot be confused.
 */

export const PAGES = [
  'lab',
  'gallery',
  'lessons',
  'lesson',
  'teach',
  'teacher',
  'sweep',
  'theory',
  'write',
  'score',
] as const;
export type PageId = (typeof PAGES)[number];

export interface Route {
  page: PageId;
  /** The item on the page: an id of an experiment, formula, lesson or game, or algorithms. */
  item: string | null;
  /** The rest of the address, which the page reads. */
  query: string;
}

/** Other names that people type for a page. */
const OTHER_NAMES: Record<string, PageId> = {
  learn: 'lessons',
  learning: 'lessons',
  teaching: 'teach',
  sweeps: 'sweep',
  formulas: 'theory',
  experiments: 'gallery',
  papers: 'gallery',
  report: 'score',
};

const LAB: Route = { page: 'lab', item: null, query: '' };

/** Longer than any scenario's link plus one or two axes. */
export const MAX_QUERY_LENGTH = 12_000;

/** Reads a fragment, with or without `#`. Unless it names another page, it is the lab's. */
export function readRoute(fragment: string): Route {
  const match = /^#?([a-z]{1,16})(?:\/([a-z0-9+.,/-]{1,400}))?(?:\?(.*))?$/.exec(fragment);
  const name = match?.[1] ?? '';
  const page =
    PAGES.find((id) => id === name) ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined);
  if (page === undefined || page === 'lab') return LAB;
  if ((match?.[3]?.length ?? 0) > MAX_QUERY_LENGTH) return LAB;
  const item = match?.[2] ?? null;
  // Without a particular lesson or teaching mode, the list of them opens.
  const isForeign = page === 'lesson' && match?.[3]?.startsWith('from=') === true;
  if (item === null && !isForeign && (page === 'lesson' || page === 'teach'))
    return { page: 'lessons', item, query: '' };
  return { page, item, query: match?.[3] ?? '' };
}

/** The address of a page other than the lab. The lab's address is the link to its scenario. */
export function routeHref(page: Exclude<PageId, 'lab'>, item: string | null = null): string {
  return item === null ? `#${page}` : `#${page}/${item}`;
}
