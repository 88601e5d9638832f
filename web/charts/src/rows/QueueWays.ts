import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'queue-ways',
  title: 'queue',
  short: 'queue both ways',
  tight: 'queue',
  unit: 'packets',
  weight: 1.4,
  order: 2.1,
  help: 'Packets in the two queues of the bottleneck. Upwards: in the direction of the data. Downwards: in the direction of the ACKs. Dotted lines: the capacities.',
  meanings: ['packets that wait at the router', 'pale: it swings too fast for one line'],
  remark: () => '↑ data’s way ↓ ACKs’ way',
  layers: (lane) => [
    ...lane.series('queue').map((columns) => ({
      columns,
      style: 'area' as const,
      ink: 'lane' as const,
      label: 'up',
      scales: true,
    })),
    ...(lane.back?.series('queue') ?? []).map((columns) => ({
      columns,
      style: 'area' as const,
      ink: 'cross' as const,
      label: 'down',
      scales: true,
      isDown: true,
    })),
  ],
  losses: true,
  shows: ['drop', 'channel-loss'],
  reference: (lane) =>
    lane.capacityPackets === null ? null : { value: lane.capacityPackets, label: 'capacity' },
  below: ({ back }) =>
    back?.capacityPackets == null ? null : { value: -back.capacityPackets, label: 'capacity' },
};
