import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'ecn-alpha',
  title: 'α, the marked fraction',
  short: 'marked fraction α',
  tight: 'α',
  unit: '',
  weight: 0.9,
  order: 3.5,
  help: 'The sender’s average of how many of its segments are marked. DCTCP and Prague reduce their window by half of it.',
  layers: (lane) =>
    lane
      .series('ecn-alpha')
      .map((columns) => ({ columns, style: 'line', ink: 'lane', label: 'α', scales: true })),
  reference: () => null,
  absent: 'Only DCTCP and Prague average their marks.',
};
