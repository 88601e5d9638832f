/** The course: its units with their lessons, and where a learner goes on. */
import { LESSONS } from 'virtual:lessons';
import { UNITS } from 'virtual:units';
import { compareList, decodeLink, entryAlgorithm } from '@ackscope/model';
import type { Lesson, Unit } from '@ackscope/model/lesson';
import { marksOf } from './progress.ts';
import type { Mark, Progress } from './progress.ts';

export interface CourseUnit extends Unit {
  lessons: readonly Lesson[];
  after: readonly number[];
  /** Minutes alone. */
  minutes: number;
}

export const COURSE: readonly CourseUnit[] = UNITS.map((unit) => {
  const lessons = LESSONS.filter((lesson) => lesson.unit === unit.number);
  return {
    ...unit,
    lessons,
    after: lessons[0]?.after ?? [],
    minutes: lessons.reduce((sum, { minutes }) => sum + minutes, 0),
  };
});

/** The ids of the algorithms that its runs have, in the order in which they come. */
export function algorithmsOf({ lessons }: CourseUnit): string[] {
  const ids = lessons.flatMap(({ steps }) =>
    steps.flatMap(({ run }) => compareList(decodeLink(run).scenario).map(entryAlgorithm)),
  );
  return [...new Set(ids)];
}

export interface Place {
  unit: CourseUnit;
  lesson: Lesson;
  /** Index of the step. */
  at: number;
}

export function marksOfUnit(of: Progress, unit: CourseUnit): (Mark | null)[] {
  return unit.lessons.flatMap((lesson) => marksOf(of, lesson));
}

/** The first step of the unit that is not answered, or its first step if all are. */
export function placeIn(of: Progress, unit: CourseUnit): Place | null {
  for (const lesson of unit.lessons) {
    const at = marksOf(of, lesson).indexOf(null);
    if (at >= 0) return { unit, lesson, at };
  }
  const [lesson] = unit.lessons;
  return lesson === undefined ? null : { unit, lesson, at: 0 };
}

export const isDone = (of: Progress, unit: CourseUnit): boolean => !marksOfUnit(of, unit).includes(null);

/** Where to go on: a unit that is begun, else the first that is not done. */
export function nextPlace(of: Progress): Place | null {
  const open = COURSE.filter((unit) => !isDone(of, unit));
  const begun = open.find((unit) => marksOfUnit(of, unit).some((mark) => mark !== null));
  const unit = begun ?? open[0];
  return unit === undefined ? null : placeIn(of, unit);
}
