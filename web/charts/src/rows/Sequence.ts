import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'sequence',
  title: 'sequence numbers',
  short: 'sequence',
  unit: 'segments',
  weight: 1.6,
  order: 7,
  help: 'How far the data was sent and how far it was acknowledged; what lies between is in flight. Close enough, every segment shows: sent, waiting in the queue, arrived, and the ACK that came back.',
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
