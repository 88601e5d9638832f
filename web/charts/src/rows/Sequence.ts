import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'sequence',
  title: 'sequence numbers',
  short: 'sequence',
  tight: 'sequence',
  unit: 'segments',
  weight: 1.6,
  order: 7,
  help: 'The highest segment sent and the highest acknowledged. The gap is in flight. Zoom in to see every segment: sent, queued, arrived, and its ACK.',
  layers: (lane) => [
    ...lane.series('acked').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'quiet' as const,
      label: 'acknowledged',
      scales: true,
    })),
    ...lane.series('sent').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'lane' as const,
      label: 'sent',
      scales: true,
    })),
  ],
  reference: () => null,
  follows: true,
  packets: true,
};
