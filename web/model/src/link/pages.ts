/**
 * How the address of a page is written. A scenario's link (`#v1/…`) is the lab; other pages have names:
 * `#gallery`, `#gallery/gm04-fig5`, `#sweep?set=…`, `#theory/reno?p=0.001`,
 * `#lesson/sawtooth?step=2`, `#teach/guess?seed=4`, `#write/my-own?of=…`, `#score/newreno,vegas`. No version
 * prefix is letters alone, so a link and a page cannot be confused.
 */

export interface PageAddress {
  /** As it stands in the address; it need not be a page's. */
  name: string;
  /** The item on the page: an id of an experiment, formula, lesson or game, or algorithms. */
  item: string | null;
  /** The rest of the address, which the page reads. */
  query: string;
}

/** Longer than any scenario's link plus one or two axes. */
export const MAX_QUERY_LENGTH = 12_000;

/** Reads a fragment, with or without `#`; null if it is not written as a page's. */
export function readPageAddress(fragment: string): PageAddress | null {
  const match = /^#?([a-z]{1,16})(?:\/([a-z0-9+.,/-]{1,400}))?(?:\?(.*))?$/.exec(fragment);
  const [, name = '', item = null, query = ''] = match ?? [];
  return match === null || query.length > MAX_QUERY_LENGTH ? null : { name, item, query };
}

/** The address of a page other than the lab. The lab's address is the link to its scenario. */
export function routeHref(page: string, item: string | null = null): string {
  return item === null ? `#${page}` : `#${page}/${item}`;
}
