import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'flight',
  title: 'in flight',
  short: 'in flight',
  unit: 'packets',
  weight: 1,
  order: 5,
  help: 'Packets sent and not yet acknowledged.',
  layers: (lane) =>
    lane
      .series('flight')
      .map((columns) => ({ columns, style: 'line', ink: 'lane', label: 'in flight', scales: true })),
  reference: () => null,
};
