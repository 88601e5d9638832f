import { rateOf, rateIntervalS } from '../derive/rate.ts';
import { formatQuantity } from '../format.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'goodput',
  title: 'goodput',
  short: 'goodput',
  unit: 'bps',
  weight: 1,
  order: 6,
  help: 'New data that arrives in order at the receiver, per second. Thin: everything the sender transmits. Straight line: link rate.',
  layers(lane) {
    const intervalS = rateIntervalS(lane);
    const rate = (name: string) =>
      lane
        .recorded(name)
        .slice(0, 1)
        .map((counter) => rateOf(counter, counter.revision, lane.packetBits, intervalS, lane.simulatedS));
    return [
      ...rate('sent').map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'second' as const,
        label: 'sent',
        scales: true,
      })),
      ...rate('delivered').map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'lane' as const,
        label: 'goodput',
        scales: true,
      })),
    ];
  },
  reference: (lane) => (lane.rateBps === null ? null : { value: lane.rateBps, label: 'link' }),
  remark: (lane) => `over ${formatQuantity(rateIntervalS(lane), 's', 2)}`,
};
