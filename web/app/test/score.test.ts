import { expect, it } from 'vitest';
import { readScore } from '@ackscope/model/score';
import type { CellScore } from '@ackscope/engine';
import { partOf, wayOf } from '../src/score/bars.ts';
import { formatHalf } from '../src/score/scoreTexts.ts';

it('half an interval is written in the unit of its mean', () => {
  // In µs, 107 µs beside 58.6 ms would need a conversion before the two can be compared.
  expect(formatHalf(107e-6, 58.6e-3, 's')).toBe('0.11 ms');
  expect(formatHalf(0.26e6, 1.29e6, 'bps')).toBe('0.26 Mbit/s');
  expect(formatHalf(0.00091, 0.0251, 'ratio')).toBe('0.091 %');
  expect(formatHalf(0.36, 0.68, '')).toBe('0.36');
});

it('a bar is goodput, delay or fairness, and green where it is better than New Reno’s', () => {
  const mean = (value: number) => ({ mean: value, half_width: null, count: 1 });
  const cell = (share: number, delayS: number, jain: number | null) =>
    ({
      goodput_share: mean(share),
      p95_delay_s: mean(delayS),
      jain_index: jain === null ? null : mean(jain),
    }) as CellScore;
  const [own, reference] = [cell(0.5, 0.0632, null), cell(0.4, 0.02, 0.9)];
  expect(partOf('goodput', own)).toBe(0.5);
  // √(1 ms × 4 s) = 63.2 ms is in the middle of a logarithmic bar.
  expect(partOf('delay', own)).toBeCloseTo(0.5, 3);
  expect(partOf('delay', cell(1, 0.0001, 1))).toBe(0);
  expect(partOf('fairness', own)).toBeNull();
  expect(wayOf('goodput', own, reference)).toBe('up');
  expect(wayOf('delay', own, reference)).toBe('down');
  expect(wayOf('delay', reference, own)).toBe('up');
  expect(wayOf('fairness', own, reference)).toBe('none');
  expect(wayOf('goodput', cell(0.401, 1, 1), reference)).toBe('none');
  expect(wayOf('goodput', own, null)).toBe('none');
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
