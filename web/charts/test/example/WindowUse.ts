import type { RowDefinition } from '../../src/types.ts';

export const row: RowDefinition = {
  id: 'window-use',
  title: 'window and what is in flight',
  short: 'window use',
  unit: 'packets',
  weight: 1,
  order: 12,
  help: 'How much of its window the sender uses: cwnd as a dashed line, the packets in flight below it.',
  layers: (lane) => [
    ...lane.series('cwnd').map((columns) => ({
      columns,
      style: 'step-dashed' as const,
      ink: 'second' as const,
      label: 'cwnd',
      scales: true,
    })),
    ...lane.series('flight').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'lane' as const,
      label: 'in flight',
      scales: true,
    })),
  ],
  reference: (lane) =>
    lane.rateBps === null ? null : { value: (lane.rateBps * lane.rttS) / lane.packetBits, label: 'BDP' },
  absent: 'This run recorded no window.',
};
