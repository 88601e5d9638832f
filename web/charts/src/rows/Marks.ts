import { laneMarkShare } from '../derive/markShare.ts';
import { rateIntervalS } from '../derive/rate.ts';
import { formatQuantity } from '../format.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'marks',
  title: 'marked packets',
  short: 'marks',
  tight: 'marks',
  unit: 'ratio',
  weight: 0.9,
  order: 2.5,
  help: 'Share of the packets that the bottleneck’s queue marks with ECN instead of dropping them. Ticks on the floor, from close up: single marks. Triangles: packets that it drops.',
  layers(lane) {
    const columns = laneMarkShare(lane);
    return columns === null ? [] : [{ columns, style: 'area', ink: 'lane', label: 'marked', scales: true }];
  },
  losses: true,
  shows: ['mark', 'drop', 'channel-loss'],
  ticks: (lane) => lane.series('marks')[0] ?? null,
  reference: () => null,
  absent: 'No queue marks here: it needs a discipline with ecn.',
  remark: (lane) =>
    laneMarkShare(lane) === null ? '' : `over ${formatQuantity(rateIntervalS(lane), 's', 2)}`,
};
