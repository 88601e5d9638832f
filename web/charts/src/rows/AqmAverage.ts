import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'aqm-average',
  title: 'average queue',
  short: 'average queue',
  tight: 'average',
  unit: 'packets',
  weight: 1,
  order: 8,
  help: 'The average queue that the bottleneck’s discipline uses, drawn over the queue.',
  layers: (lane) => {
    const average = lane.series('aqm-average');
    if (average.length === 0) return [];
    return [
      ...lane.series('queue').map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'second' as const,
        label: 'queue',
        scales: true,
      })),
      ...average.map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'lane' as const,
        label: 'average',
        scales: true,
      })),
    ];
  },
  reference: () => null,
  absent: 'This discipline has no average queue.',
};
