/** What a frame can show: a run in the lab, or a page that says so of itself. */
import { readRoute, PAGES } from '../pages.ts';
import { refused } from '../definePage.ts';
import type { Readable, Route } from '../definePage.ts';

/** What a page in a frame is, in sentences; undefined if a frame does not show it. */
export const shownAs = (page: string): string | undefined =>
  page === 'lab' ? 'A run' : PAGES.get(page)?.frame?.says;

export const hasLab = (page = ''): boolean => PAGES.get(page)?.frame?.hasLab === true;

export interface Subject extends Readable {
  route: Route;
}

/** Reads an address of a page other than the lab. */
export async function readSubject(fragment: string): Promise<Subject> {
  const route = readRoute(fragment);
  const frame = PAGES.get(route.page)?.frame;
  return { route, ...(frame === undefined ? refused(notShown(route.page)) : await frame.read(route)) };
}

const ALL = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function notShown(page: string): string {
  const shown = ['lab', ...PAGES.keys()].flatMap((id) => shownAs(id)?.toLowerCase() ?? []);
  return `The page “${page}” cannot be embedded. A widget shows ${ALL.format(shown)}.`;
}
