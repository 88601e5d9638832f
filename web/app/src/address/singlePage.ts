/**
 * One experiment as one file: the whole site in a page (web/tools/single.mjs) that opens with a
 * given link. It is for a USB stick, a room without a network, or a course system that accepts only
 * a file.
 */
import type { Catalogue } from '@ackscope/engine';
import type { LabStore } from '@ackscope/model';
import { saveText } from '../base/save.ts';
import { isLab } from '../pages.ts';
import { currentLink } from './address.ts';

/** Name of the meta element in the single-file page, with the link that it opens. */
const START = 'ackscope-start';
const SINGLE_PAGE = './ackscope-single.html';

const startMark = (): HTMLMetaElement | null => document.querySelector(`meta[name="${START}"]`);

/** Whether this page is such a file. */
export function isSinglePage(): boolean {
  return startMark() !== null;
}

/**
 * The link that the page opens with: its address, or else the link it was saved with. A link to another page than
 * the lab becomes the address.
 */
export function firstLink(): string {
  if (location.hash !== '') return location.hash;
  const start = startMark()?.content ?? '';
  if (!isLab(start)) history.replaceState(null, '', start);
  return start;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page's text with its first link and its title. */
function withStart(page: string, link: string, title: string): string {
  return page
    .replace(new RegExp(`(<meta name="${START}" content=)"[^"]*"`), (_, mark: string) => {
      return `${mark}"${escaped(link)}"`;
    })
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`);
}

/** Saves the current state as one page. Throws if the site's own copy cannot be fetched. */
export async function saveAsPage({
  store,
  catalogue,
}: {
  store: LabStore;
  catalogue: Catalogue;
}): Promise<void> {
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
