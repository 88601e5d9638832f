import { focusLabel, groupBand, rivalLines } from '../derive/group.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'flight',
  title: 'in flight',
  short: 'in flight',
  unit: 'packets',
  weight: 1,
  order: 5,
  help: 'Packets sent and not yet acknowledged.',
  layers: (lane) => [
    ...groupBand(lane, 'flight', 'all flows'),
    ...rivalLines(lane, (flow) => flow.series('flight')[0]),
    ...lane.series('flight').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'lane' as const,
      label: focusLabel(lane, 'in flight'),
      scales: true,
    })),
  ],
  reference: () => null,
};
