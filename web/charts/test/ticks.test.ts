import { scaleLinear } from 'd3-scale';
import { expect, it } from 'vitest';
import { ticksFor } from '../src/frame/ticks.ts';

const DOMAINS: readonly (readonly [number, number])[] = [
  [0, 1],
  // Before a run the time range is empty.
  [0, 0],
  [5, 5],
  [20_000, 20_000],
  [0, 0.004],
  [0, 91.3],
  [-0.3, 2.2],
  [12.5, 13.25],
  [0, 9_999],
  [0, 10_000],
  [0, 57_800],
  [48_000, 51_200],
  [0, 2.5e6],
  [0, 3e9],
];

it.each(DOMAINS)('ticks from %d to %d are those of d3-scale, in place and words', (low, high) => {
  for (const count of [1, 3, 4, 10]) {
    const scale = scaleLinear([low, high], [120, 0]);
    const write = scale.tickFormat(count, high >= 10_000 ? '~s' : '~f');
    const wanted = scale.ticks(count);
    const found = ticksFor([low, high], [120, 0], count);
    expect(found.map(({ value }) => value)).toEqual(wanted);
    // Except zero, which has no thousands: “0”, not “0k”.
    expect(found.map(({ text }) => text)).toEqual(wanted.map((value) => (value === 0 ? '0' : write(value))));
    found.forEach(({ position }, at) => expect(position).toBeCloseTo(scale(wanted[at] ?? NaN), 9));
  }
});
