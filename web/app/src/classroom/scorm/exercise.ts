/** Which lessons a course system marks as passed or failed. */
import type { Counts } from '../../course/packageMark.ts';

/** A step as far as it is needed. */
export interface Asks {
  predict?: { kind: string } | null;
}

/** Its score is what a run says of a script; without one it is that questions are answered. */
export const isExercise = ({ steps }: { steps: readonly Asks[] }): boolean =>
  steps.some(({ predict }) => predict?.kind === 'write');

/** Whether a package of it is passed or failed: a hand-in is what a teacher grades. */
export const isGraded = (lesson: { steps: readonly Asks[] }, counts: Counts): boolean =>
  isExercise(lesson) && counts !== 'handed-in';

/** The score with which an exercise is passed: every condition holds. */
export const MASTERY = 100;
