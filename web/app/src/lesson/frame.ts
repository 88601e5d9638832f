import { LESSONS } from 'virtual:lessons';
import { readable, refused } from '../definePage.ts';
import type { PageProps, Readable } from '../definePage.ts';
import { foreignAddress, noAddress, stepProblems } from '../course/address.ts';

/** What is wrong with an address of a lesson in a frame. */
export function readFrame({ item, query }: PageProps): Readable {
  // What is there is read with the lesson.
  if (item === null && foreignAddress(query) !== null) return readable();
  const from = item === null ? new URLSearchParams(query).get('from') : null;
  if (from !== null) return refused(noAddress(from));
  const lesson = LESSONS.find(({ id }) => id === item);
  return lesson === undefined
    ? refused(`There is no lesson “${item ?? ''}”. Lessons: ${LESSONS.map(({ id }) => id).join(', ')}.`)
    : readable(stepProblems(query, lesson));
}
