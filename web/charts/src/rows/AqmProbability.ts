import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'aqm-probability',
  title: 'drop probability',
  short: 'drop probability',
  tight: 'probability',
  unit: 'ratio',
  weight: 0.9,
  order: 9,
  help: 'The probability that the bottleneck’s discipline drops an arriving packet before the queue is full, or marks it with ECN.',
  shows: ['decision', 'phase'],
  layers: (lane) =>
    lane
      .series('aqm-probability')
      .map((columns) => ({ columns, style: 'line', ink: 'lane', label: 'probability', scales: true })),
  reference: () => null,
  absent: 'This discipline has no drop probability.',
};
