import { focusLabel, groupBand, rivalLines } from '../derive/group.ts';
import { statesIn } from '../derive/states.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'rtt',
  title: 'round-trip time',
  short: 'RTT',
  tight: 'RTT',
  unit: 's',
  weight: 1,
  order: 4,
  help: 'Round-trip time that the sender measures: propagation delay and queueing delay in both directions.',
  layers: (lane) => [
    ...groupBand(lane, 'rtt', 'all flows'),
    ...rivalLines(lane, (flow) => flow.series('rtt')[0]),
    ...lane.series('rtt').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'lane' as const,
      label: focusLabel(lane, 'RTT'),
      scales: true,
    })),
    ...statesIn(lane, 'rtt'),
  ],
  // The floor: the path alone, without any queue.
  reference: (lane) => (lane.rttS > 0 ? { value: lane.rttS, label: 'path alone' } : null),
};
