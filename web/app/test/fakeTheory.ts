/** A closed form for tests of the page. Its condition requires a parameter of at most one half. */
import type { Formula, TheoryTable } from '@ackscope/engine';

export const FAKE_FORMULA: Formula = {
  id: 'reno',
  name: 'Reno, made up',
  summary: 'One over p.',
  latex: 'r = \\frac1p',
  parameters: [
    {
      name: 'p',
      label: 'loss probability',
      symbol: 'p',
      unit: '',
      default: 0.1,
      min: 0,
      max: 1,
      plot_from: 0.01,
      plot_to: 1,
      logarithmic: true,
      whole: false,
      help: 'loss',
    },
  ],
  outputs: [{ name: 'rate', label: 'rate', symbol: 'r', unit: 'segments/s', help: 'rate' }],
  axis: 'p',
  assumptions: ['No timeouts.'],
  conditions: ['p is small'],
  source: 'made up for tests',
  corrections: ['The print has p over one.'],
};

export function fakeTable(id: string, sets: Record<string, number | readonly number[]>): TheoryTable {
  const points = [sets.p ?? 0.1].flat().map((value) => ({
    set: { p: value },
    values: { rate: 1 / value },
    broken: value > 0.5 ? ['p is small'] : [],
  }));
  return { id, points };
}
