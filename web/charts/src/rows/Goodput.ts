import { focusLabel, rivalLines, rivalsOf } from '../derive/group.ts';
import { rateOf, rateIntervalS } from '../derive/rate.ts';
import { formatQuantity } from '../format.ts';
import type { RowDefinition, TraceColumns } from '../types.ts';

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
    const rate = (counter: TraceColumns | undefined, packetBits: number) =>
      counter === undefined
        ? []
        : [rateOf(counter, counter.revision, packetBits, intervalS, lane.simulatedS)];
    const rivals = rivalLines(lane, (flow) => rate(flow.recorded('delivered')[0], flow.packetBits)[0]);
    // Several flows are compared by what arrives.
    const sent = rivalsOf(lane).length > 0 ? [] : rate(lane.recorded('sent')[0], lane.packetBits);
    return [
      ...sent.map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'second' as const,
        label: 'sent',
        scales: true,
      })),
      ...rivals,
      ...rate(lane.recorded('delivered')[0], lane.packetBits).map((columns) => ({
        columns,
        style: 'line' as const,
        ink: 'lane' as const,
        label: focusLabel(lane, 'goodput'),
        scales: true,
      })),
    ];
  },
  reference: (lane) => (lane.rateBps === null ? null : { value: lane.rateBps, label: 'link' }),
  remark: (lane) => `over ${formatQuantity(rateIntervalS(lane), 's', 2)}`,
};
