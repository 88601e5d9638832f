/** The pages, each declared in its folder (`definePage`), and which of them an address opens. */
import { decodeLink, openingLink, readPageAddress } from '@ackscope/model';
import type { DecodedLink } from '@ackscope/model';
import type { PageDeclaration, Route } from './definePage.ts';

const FOLDERS = import.meta.glob<PageDeclaration>('./*/page.ts', { eager: true, import: 'page' });

/** By the name of the folder. The lab is not among them. */
export const PAGES: ReadonlyMap<string, PageDeclaration> = new Map(
  Object.entries(FOLDERS).map(([path, page]) => [path.split('/')[1] ?? '', page]),
);

const BY_NAME = new Map(
  [...PAGES].flatMap(([id, { names = [] }]) => [id, ...names].map((name) => [name, id])),
);

const LAB: Route = { page: 'lab', item: null, query: '' };

/** Reads a fragment, with or without `#`. Unless it is a word that no page has, it is the lab's. */
export function readRoute(fragment: string): Route {
  const { name, item, query } = readPageAddress(fragment) ?? { name: '', item: null, query: '' };
  const page = BY_NAME.get(name);
  if (page === undefined)
    return ['', 'v', 'lab'].includes(name) ? LAB : { page: 'missing', item: name, query: '' };
  const { list, one } = PAGES.get(page) ?? {};
  if (item !== null) return { page: one ?? page, item, query };
  return list === undefined || list.unless(query) ? { page, item, query } : { ...LAB, page: list.page };
}

export const isLab = (fragment = location.hash): boolean => readRoute(fragment).page === 'lab';

/** The run of an address. The beginning of a page's name was cut off. */
export const readLink = (fragment: string): DecodedLink => decodeLink(fragment, [...PAGES.keys()]);

/** The same in the lab's own page, which opens with its question. */
export const readLabLink = (fragment: string): DecodedLink =>
  fragment === '' || fragment === '#' ? openingLink() : readLink(fragment);
