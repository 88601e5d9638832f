/**
 * One experiment as one file: the whole site in a page (web/tools/single.mjs) that opens with a
 * given link, for a stick, a room without a network, or a course system that takes a file and
 * nothing else.
 */
import { saveText } from '../export/save.ts';
import type { Lab } from './context.ts';
import { currentLink } from './address.ts';

/** Stands in the page that is one file, and holds the link it opens with. */
const START = 'ackscope-start';
const SINGLE_PAGE = './ackscope-single.html';

const startMark = (): HTMLMetaElement | null => document.querySelector(`meta[name="${START}"]`);

/** Whether this page is such a file itself. */
export function isSinglePage(): boolean {
  return startMark() !== null;
}

/** What the page opens with: what its address says, or else what it was saved with. */
export function firstLink(): string {
  return location.hash === '' ? (startMark()?.content ?? '') : location.hash;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A single page's text with the link it opens with and its name. */
function withStart(page: string, link: string, title: string): string {
  return page
    .replace(new RegExp(`(<meta name="${START}" content=)"[^"]*"`), (_, mark: string) => {
      return `${mark}"${escaped(link)}"`;
    })
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`);
}

/** Saves what is on the screen as one page. Throws if the site's own copy cannot be fetched. */
export async function saveAsPage({ store, catalogue }: Pick<Lab, 'store' | 'catalogue'>): Promise<void> {
  const link = new URL(currentLink(store, catalogue.version)).hash;
  const response = await fetch(SINGLE_PAGE);
  if (!response.ok) throw new Error(`The page could not be fetched (status ${response.status}).`);
  const page = withStart(await response.text(), link, document.title);
  const name = document.title
    .replace(/ · Ackscope$/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .toLowerCase();
  saveText(`${name}.html`, page, 'text/html');
}
