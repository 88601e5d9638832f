import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'queue-back',
  title: 'queue on the way back',
  short: 'queue back',
  tight: 'queue back',
  unit: 'packets',
  weight: 1,
  order: 2.5,
  help: 'Packets in the queue of the bottleneck in the direction of the ACKs. Line at the top: its capacity.',
  layers: (lane) =>
    (lane.back?.series('queue') ?? []).map((columns) => ({
      columns,
      style: 'area',
      ink: 'lane',
      label: 'queue back',
      scales: true,
    })),
  reference: ({ back }) =>
    back?.capacityPackets == null ? null : { value: back.capacityPackets, label: 'capacity' },
  absent: 'This lane has no queue on the way back.',
};
