/**
 * How near an answer is to the run: the one rule for lessons and for the opening question.
 * docs/adding-a-lesson.md states it in words.
 */
export type Nearness = 'right' | 'near' | 'far' | 'opposite';

/** Of a number: the distance, relative to the value. */
const NUMBER = { right: 0.1, near: 0.2 };
/** Of a share near one, a distance in points counts, too: 97 % is right for 99.6 %. */
const POINTS = { right: 0.03, near: 0.08 };
/** A factor of ten apart: somebody expected the opposite. */
const OPPOSITE_FACTOR = 10;

/** How far a number may be from the value to be right. */
export function rightWithin(value: number, unit: string, least: number): number {
  return isNearlyAll(value, unit)
    ? Math.max(POINTS.right, NUMBER.right * (1 - value))
    : NUMBER.right * Math.max(Math.abs(value), least);
}

const isNearlyAll = (value: number, unit: string): boolean => unit === 'ratio' && value > 0.5 && value <= 1;

/**
 * A number; `least` is the smallest distance that counts, the step of its slider. A share (`ratio`)
 * above one half is judged by its unused part: 78 % leaves twice as much unused as 89.6 %.
 */
export function nearnessOfNumber(guess: number, value: number, unit: string, least: number): Nearness {
  const off = Math.abs(guess - value);
  if (off <= rightWithin(value, unit, least)) return 'right';
  if (isNearlyAll(value, unit)) {
    if (off <= Math.max(POINTS.near, NUMBER.near * (1 - value))) return 'near';
    return areOpposite(guess, value) ? 'opposite' : 'far';
  }
  if (off <= NUMBER.near * Math.max(Math.abs(value), least)) return 'near';
  return off > least && areOpposite(guess, value) ? 'opposite' : 'far';
}

/** One of several; `chosen` and `right` are their numbers in the run, null if they have none. */
export function nearnessOfChoice(
  isRight: boolean,
  chosen: number | null | undefined,
  right: number | null | undefined,
): Nearness {
  if (isRight) return 'right';
  return chosen != null && right != null && areOpposite(chosen, right) ? 'opposite' : 'far';
}

function areOpposite(a: number, b: number): boolean {
  const [small, large] = [Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))];
  return a * b < 0 || (large > 0 && large >= OPPOSITE_FACTOR * small);
}
