import { expect, it } from 'vitest';
import { clamp } from '../src/clamp.ts';

it('a value outside of bounds becomes the nearest of them', () => {
  expect([-1, 0, 3, 5, 9].map((value) => clamp(value, 0, 5))).toEqual([0, 0, 3, 5, 5]);
});
