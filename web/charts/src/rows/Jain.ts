import { jainIntervalS, laneJain } from '../derive/jain.ts';
import { formatQuantity } from '../format.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'jain',
  title: 'Jain index',
  short: 'fairness',
  unit: '',
  weight: 0.9,
  order: 10,
  help: 'Jain’s fairness index of the goodputs of all flows in this direction. 1: equal shares. 1/n: one of n flows gets everything.',
  layers(lane) {
    const columns = laneJain(lane);
    return columns === null ? [] : [{ columns, style: 'line', ink: 'lane', label: 'index', scales: true }];
  },
  reference: () => ({ value: 1, label: 'all the same' }),
  absent: 'The index needs two flows or more.',
  remark: (lane) =>
    lane.competing.length < 2
      ? ''
      : `${lane.competing.length} flows over ${formatQuantity(jainIntervalS(lane), 's', 2)}`,
};
