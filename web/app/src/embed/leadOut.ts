import { readRoute } from '../pages.ts';
import { siteLink } from './site.ts';
import { shownAs } from './subjects.ts';

/** A link to a page that a frame does not show opens the whole site beside the host page. */
export function leadOut(page: Document): () => void {
  const lead = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const hash = link?.getAttribute('href') ?? '';
    if (link === null || !hash.startsWith('#') || shownAs(readRoute(hash).page) !== undefined) return;
    link.target = '_blank';
    link.rel = 'noopener';
    link.href = siteLink(hash);
  };
  page.addEventListener('click', lead, true);
  return () => page.removeEventListener('click', lead, true);
}
