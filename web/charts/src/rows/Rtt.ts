import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'rtt',
  title: 'round-trip time',
  short: 'RTT',
  unit: 's',
  weight: 1,
  order: 4,
  help: 'Round-trip time as the sender measures it: propagation plus every queue on the way there and back.',
  layers: (lane) =>
    lane
      .series('rtt')
      .map((columns) => ({ columns, style: 'line', ink: 'lane', label: 'RTT', scales: true })),
  reference: () => null,
};
