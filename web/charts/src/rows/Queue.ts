import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'queue',
  title: 'bottleneck queue',
  short: 'queue',
  unit: 'packets',
  weight: 1,
  order: 2,
  help: 'Packets waiting at the bottleneck on the forward path. The line at the top is its capacity.',
  layers: (lane) =>
    lane
      .series('queue')
      .map((columns) => ({ columns, style: 'area', ink: 'lane', label: 'queue', scales: true })),
  losses: true,
  reference: (lane) =>
    lane.capacityPackets === null ? null : { value: lane.capacityPackets, label: 'capacity' },
};
