import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'queue-lines',
  title: 'two queues',
  short: 'two queues',
  unit: 'packets',
  weight: 1,
  order: 2.2,
  help: 'DualPI2 has two queues for one link. Filled: packets in the L4S queue. Dashed: packets in the classic queue.',
  layers: (lane) => [
    ...lane.series('queue-c').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'second' as const,
      label: 'classic queue',
      scales: true,
    })),
    ...lane.series('queue-l').map((columns) => ({
      columns,
      style: 'area' as const,
      ink: 'lane' as const,
      label: 'L4S queue',
      scales: true,
    })),
  ],
  losses: true,
  shows: ['drop', 'channel-loss'],
  reference: () => null,
  absent: 'Only DualPI2 has two queues.',
};
