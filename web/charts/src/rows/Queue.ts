import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'queue',
  title: 'bottleneck queue',
  short: 'queue',
  tight: 'queue',
  unit: 'packets',
  weight: 1.4,
  order: 2,
  help: 'Packets in the bottleneck queue of the forward path. Line at the top: its capacity.',
  meanings: ['packets that wait at the router'],
  layers: (lane) =>
    lane
      .series('queue')
      .map((columns) => ({ columns, style: 'area', ink: 'lane', label: 'queue', scales: true })),
  losses: true,
  shows: ['drop', 'channel-loss'],
  reference: (lane) =>
    lane.capacityPackets === null ? null : { value: lane.capacityPackets, label: 'buffer', isKey: true },
};
