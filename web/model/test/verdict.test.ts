import { expect, it } from 'vitest';
import { meansOf, verdictOf } from '../src/lesson/verdict.ts';

/** A run that rises to 200 in the first half and stands at 40 in the second; the axis is 300 high. */
const RUN = [20, 60, 100, 140, 180, 200, 40, 40, 40, 40, 40, 40];
const judged = (drawn: readonly number[]) => verdictOf(drawn, RUN, 300);

it('compares twelve means: a part that is not drawn has the value of the nearest one', () => {
  const fine = Array.from({ length: 120 }, (_, at) => at);
  expect(meansOf(fine)).toEqual(Array.from({ length: 12 }, (_, at) => at * 10 + 4.5));
  expect(meansOf(fine.map((value) => (value < 100 ? value : null))).slice(-2)).toEqual([99, 99]);
});

it('calls a curve close up to eight hundredths of the axis', () => {
  expect(judged(RUN.map((value) => value + 24)).kind).toBe('close');
  expect(judged(RUN.map((value) => value + 25)).kind).toBe('high');
});

it('says how a curve of the right shape is off', () => {
  expect(judged(RUN.map((value) => value + 60))).toMatchObject({ kind: 'high', by: 60 });
  expect(judged(RUN.map((value) => value - 60))).toMatchObject({ kind: 'low', by: 60 });
  expect(judged([0, 0, ...RUN.slice(0, 10)])).toMatchObject({ kind: 'late', by: 2 });
  expect(judged([...RUN.slice(2), 40, 40])).toMatchObject({ kind: 'early', by: 2 });
});

it('says how far a curve is close, and what it does then', () => {
  const first = RUN.slice(0, 6);
  expect(judged([...first, 210, 220, 230, 240, 250, 260])).toMatchObject({
    kind: 'until',
    parts: 6,
    then: 'high',
  });
  // From a half to the end the run falls, and the drawing rises.
  const falling = [20, 60, 100, 140, 180, 200, 170, 140, 110, 80, 50, 20];
  expect(verdictOf([...first, 210, 220, 240, 260, 280, 300], falling, 300)).toMatchObject({
    kind: 'until',
    parts: 6,
    then: 'opposite',
  });
  expect(judged(RUN.map(() => 300))).toMatchObject({ kind: 'until', parts: 0, then: 'high' });
  // A level line against a run that rises and falls.
  const hill = [10, 20, 40, 80, 160, 300, 300, 60, 10, 10, 10, 10];
  expect(verdictOf(Array<number>(12).fill(150), hill, 300)).toMatchObject({ kind: 'until', then: 'mixed' });
});
