import { expect, it } from 'vitest';
import { readScore } from '@ackscope/model/score';
import { sectorPath } from '../src/score/pie.ts';
import { formatHalf } from '../src/score/scoreTexts.ts';

it('half an interval is written in the unit of its mean', () => {
  // In µs, 107 µs beside 58.6 ms would need a conversion before the two can be compared.
  expect(formatHalf(107e-6, 58.6e-3, 's')).toBe('0.11 ms');
  expect(formatHalf(0.26e6, 1.29e6, 'bps')).toBe('0.26 Mbit/s');
  expect(formatHalf(0.00091, 0.0251, 'ratio')).toBe('0.091 %');
  expect(formatHalf(0.36, 0.68, '')).toBe('0.36');
});

it('a whole share is a whole circle, not an empty one', () => {
  // An arc begins at (7, 1). A browser does not draw one that ends there.
  expect(sectorPath(1)).toBe('M7 7V1A6 6 0 1 1 6.96 1.00Z');
  expect(sectorPath(0.5)).toBe('M7 7V1A6 6 0 0 1 7.00 13.00Z');
});

it('an unknown algorithm in an address is reported, and the others are scored', () => {
  const read = (item: string) =>
    readScore(item, '', { scripts: { 'my-own': 'script' } }, ['newreno', 'vegas']);
  expect(read('vegas,flying,my-own')).toEqual({
    setup: { algorithms: ['vegas', 'my-own'], scripts: { 'my-own': 'script' } },
    problems: ['There is no algorithm “flying”.'],
  });
  expect(read('flying').setup.algorithms).toEqual(['newreno']);
  expect(read('vegas').problems).toEqual([]);
  // As a league's address has it.
  expect(readScore('vegas', 'scripts.badger=x', {}, ['vegas']).problems).toEqual([
    '“scripts.badger” is not a setting of a report card.',
  ]);
});
