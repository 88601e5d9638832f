/**
 * Which page an address names. A scenario's link (`#v1/…`) is the lab; the others are words: `#gallery`,
 * `#gallery/gm04-fig5`. No version begins with such a word, so that links and pages never mean one another.
 */

export const PAGES = ['lab', 'gallery'] as const;
export type PageId = (typeof PAGES)[number];

export interface Place {
  page: PageId;
  /** What of the page: an experiment's id in the gallery. */
  item: string | null;
}

const LAB: Place = { page: 'lab', item: null };

/** Reads a fragment, with or without its `#`. What names no other page is for the lab to open, or to complain about. */
export function readPlace(fragment: string): Place {
  const match = /^#?([a-z]{1,16})(?:\/([a-z0-9+.-]{1,64}))?$/.exec(fragment);
  const page = PAGES.find((id) => id === match?.[1]);
  if (page === undefined || page === 'lab') return LAB;
  return { page, item: match?.[2] ?? null };
}

/** The address of a page other than the lab, whose address is the link to its scenario. */
export function placeHref(page: Exclude<PageId, 'lab'>, item: string | null = null): string {
  return item === null ? `#${page}` : `#${page}/${item}`;
}
