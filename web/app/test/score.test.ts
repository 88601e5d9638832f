import { expect, it } from 'vitest';
import { formatHalf } from '../src/score/words.ts';

it('half an interval is written in the unit of its mean', () => {
  // 107 µs beside 58.6 ms would have to be converted before the two can be compared.
  expect(formatHalf(107e-6, 58.6e-3, 's')).toBe('0.11 ms');
  expect(formatHalf(0.26e6, 1.29e6, 'bps')).toBe('0.26 Mbit/s');
  expect(formatHalf(0.00091, 0.0251, 'ratio')).toBe('0.091 %');
  expect(formatHalf(0.36, 0.68, '')).toBe('0.36');
});
