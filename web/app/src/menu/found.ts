/** What the menu's search finds beside its scenarios: units and lessons of the course, figures of the papers, words. Loaded with the first letter. */
import { LESSONS } from 'virtual:lessons';
import { GALLERY, entryHref } from '@ackscope/model/gallery';
import { UNITS } from 'virtual:units';
import { lessonHref } from '../course/address.ts';
import { GLOSSARY } from '../dialogs/glossary.ts';
import { MENU } from './entries.ts';

export interface Found {
  /** Unique among all. */
  id: string;
  name: string;
  says: string;
  /** Where it opens; null: a word of the glossary, called `name`. */
  href: string | null;
}

export interface FoundGroup {
  name: string;
  entries: readonly Found[];
}

const IN_MENU = new Set(MENU.flatMap(({ entries }) => entries.map(({ id }) => id)));

export const FOUND: readonly FoundGroup[] = [
  {
    name: 'Units',
    entries: UNITS.flatMap(({ number, title, asks }) => {
      const first = LESSONS.find(({ unit }) => unit === number);
      const href = first === undefined ? null : lessonHref(first.id, 0);
      return href === null
        ? []
        : [{ id: `unit ${String(number)}`, name: `Unit ${String(number)}: ${title}`, says: asks, href }];
    }),
  },
  {
    name: 'Lessons',
    entries: LESSONS.map(({ id, title, summary, unit }) => ({
      id: `lesson ${id}`,
      name: title,
      says: `${UNITS.find(({ number }) => number === unit)?.title ?? ''}: ${summary}`,
      href: lessonHref(id, 0),
    })),
  },
  {
    name: 'Figures and tables',
    entries: GALLERY.filter(({ id }) => !IN_MENU.has(id)).flatMap((entry) => {
      const href = entryHref(entry);
      const source = [entry.paper, entry.label].filter(Boolean).join(', ');
      return href === null ? [] : [{ id: entry.id, name: entry.title, says: source, href }];
    }),
  },
  {
    name: 'Words',
    entries: GLOSSARY.map(({ term, definition }) => ({
      id: `word ${term}`,
      name: term,
      says: definition,
      href: null,
    })),
  },
];
