import { entryById, GALLERY } from '@ackscope/model/gallery';
import { readable, refused } from '../definePage.ts';
import type { PageProps, Readable } from '../definePage.ts';

/** What is wrong with an address of the gallery in a frame. */
export function readFrame({ item, query }: PageProps): Readable {
  if (item !== null && entryById(item) === undefined) {
    const paper = GALLERY.filter(({ id }) => id.startsWith(`${item.split('-')[0] ?? ''}-`));
    const allowed = (paper.length > 0 ? paper : GALLERY).map(({ id }) => id).join(', ');
    return refused(`There is no figure “${item}”. Figures: ${allowed}.`);
  }
  return readable([...new URLSearchParams(query).keys()].map((key) => `The gallery does not take “${key}”.`));
}
