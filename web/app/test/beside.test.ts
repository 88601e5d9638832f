import { expect, it } from 'vitest';
import { FORMULAS } from '@ackscope/engine/formulas';
import type { TheoryPoint } from '@ackscope/engine';
import { defaultsOf } from '@ackscope/model/theory';
import { companionsOf, leastWindow, ownValues } from '../src/theory/beside.ts';
import { theoryFigure } from '../src/theory/figure.ts';

const formula = (id: string) => {
  const found = FORMULAS.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const reno = formula('reno');
const plot = { ...defaultsOf(reno), values: { ...defaultsOf(reno).values, rtt: 0.25 } };

it('Reno’s three formulas are drawn beside each other, with the same values where they share a parameter', () => {
  const beside = companionsOf(plot, FORMULAS);
  expect(beside.map(({ formula: { id } }) => id)).toEqual(['reno-response', 'padhye']);
  for (const { plot: other } of beside) {
    expect(other.values.rtt).toBe(0.25);
    // Padhye's own default is 2.
    expect(other.values.segments_per_ack).toBe(1);
  }
  expect(beside.map((companion) => ownValues(companion, reno))).toEqual([
    '',
    'RTO 1 s, receive window 1000 segments',
  ]);
  // Over an axis or for a result that the other one has not, nothing is drawn.
  expect(companionsOf({ ...defaultsOf(formula('padhye')), x: 'rto' }, FORMULAS)).toEqual([]);
  expect(companionsOf(defaultsOf(formula('hstcp')), FORMULAS)).toEqual([]);
});

it('a fluid model is marked where its own assumption about the window does not hold', () => {
  expect(leastWindow(reno)).toBe(10);
  expect(leastWindow(formula('padhye'))).toBeNull();
  const at = (p: number, window: number, broken: string[] = []): TheoryPoint => ({
    set: { p },
    values: { window, rate: window, rate_bps: window },
    broken,
  });
  const along = [at(0.001, 40), at(0.01, 14), at(0.02, 9.9), at(0.05, 6), at(0.1, 4)];
  const { outside } = theoryFigure(reno, { plot, along, here: null, beside: [] }, [], 'newreno');
  expect(outside).toEqual([{ from: 0.02, to: 0.1, why: 'window below 10 segments' }]);
  const broken = [at(0.001, 40, ['x']), at(0.01, 14, ['x']), at(0.02, 12)];
  expect(theoryFigure(reno, { plot, along: broken, here: null, beside: [] }, [], 'newreno').outside).toEqual([
    { from: 0.001, to: 0.01, why: 'a condition does not hold' },
  ]);
});
