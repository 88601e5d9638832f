/** What a frame can show beside runs, and what is wrong with an address of it. */
import { readRoute } from '@ackscope/model';
import type { PageId, Route } from '@ackscope/model';
import { foreignAddress, stepProblems } from '../lessons/address.ts';
import { GAMES } from '../teach/games.ts';

/** The pages that a frame shows, with their names in sentences. */
export const SHOWN: Partial<Record<PageId, string>> = {
  lab: 'A run',
  lesson: 'A lesson',
  sweep: 'A sweep',
  teach: 'A game',
  gallery: 'The gallery',
};

export interface Subject {
  route: Route;
  /** Why there is nothing to show; null if there is. */
  refusal: string | null;
  /** Parts of the address that are left out. */
  problems: readonly string[];
}

/** Reads an address of a page other than the lab. */
export async function readSubject(fragment: string): Promise<Subject> {
  const route = readRoute(fragment);
  const { page, item, query } = route;
  const fine = (problems: readonly string[] = []): Subject => ({ route, refusal: null, problems });
  const refused = (refusal: string): Subject => ({ route, refusal, problems: [] });
  const named = item ?? '';
  switch (page) {
    case 'lesson': {
      // What is there is read with the lesson.
      if (item === null && foreignAddress(query) !== null) return fine();
      const { LESSONS } = await import('virtual:lessons');
      const lesson = LESSONS.find(({ id }) => id === item);
      if (lesson === undefined)
        return refused(`There is no lesson “${named}”. Lessons: ${LESSONS.map(({ id }) => id).join(', ')}.`);
      return fine(stepProblems(query, lesson));
    }
    case 'gallery': {
      if (item !== null) {
        const { entryById, GALLERY } = await import('@ackscope/model/gallery');
        const paper = GALLERY.filter(({ id }) => id.startsWith(`${named.split('-')[0] ?? ''}-`));
        const allowed = (paper.length > 0 ? paper : GALLERY).map(({ id }) => id).join(', ');
        if (entryById(named) === undefined)
          return refused(`There is no figure “${named}”. Figures: ${allowed}.`);
      }
      return fine(unknownKeys(query, 'gallery'));
    }
    case 'teach':
      return GAMES.some(({ id }) => id === item)
        ? fine()
        : refused(`There is no game “${named}”. Games: ${GAMES.map(({ id }) => id).join(', ')}.`);
    case 'sweep': {
      const { readSweep } = await import('@ackscope/model/sweep');
      return fine(readSweep(query).problems);
    }
    default:
      return refused(
        `The page “${page}” cannot be embedded. A widget shows a run, a lesson, a sweep, a game or the gallery.`,
      );
  }
}

function unknownKeys(query: string, of: string): string[] {
  return [...new URLSearchParams(query).keys()].map((key) => `The ${of} does not take “${key}”.`);
}
