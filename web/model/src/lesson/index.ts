/** Lessons: their data, and how the page judges predictions. Not in the first load. */
export type * from './lesson.ts';
export { foreignCode, revisionOf } from './revision.ts';
export { LAST_VARIANT } from './lastVariant.ts';
export { claimWith, unknownPlaces, withValues } from './variant.ts';
export type { Values } from './variant.ts';
export { holds, numberOf } from './expression.ts';
export { readExpression } from './read.ts';
export type { RunExpression } from './read.ts';
export { holdsFor, measureOf, numberFor } from './measure.ts';
export { curveOf, judge, rightOption } from './judge.ts';
export { MEANS, meansOf, verdictOf } from './verdict.ts';
export type { CurveVerdict } from './verdict.ts';
export type { Guess, Judgement } from './judge.ts';
export { rightWithin } from '../nearness.ts';
export type { Nearness } from '../nearness.ts';
