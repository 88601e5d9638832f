import { expect, it } from 'vitest';
import { lastAtOrBefore } from '../src/times.ts';

it('finds the last of equal times, and -1 before the first', () => {
  const times = [1, 2, 2, 5];
  const at = (timeS: number): number => lastAtOrBefore(times, times.length, timeS);
  expect([0, 1, 1.5, 2, 4.9, 5, 9].map(at)).toEqual([-1, 0, 0, 2, 2, 3, 3]);
});

it('ignores what lies behind the count: columns have room for more', () => {
  expect(lastAtOrBefore([1, 2, 0, 0], 2, 9)).toBe(1);
  expect(lastAtOrBefore([0, 0], 0, 9)).toBe(-1);
  expect(lastAtOrBefore([], 0, 0)).toBe(-1);
});
