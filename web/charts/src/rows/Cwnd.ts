import { focusLabel, groupBand, rivalLines } from '../derive/group.ts';
import { statesIn } from '../derive/states.ts';
import type { RowDefinition } from '../types.ts';

export const row: RowDefinition = {
  id: 'cwnd',
  title: 'cwnd',
  short: 'cwnd',
  unit: 'packets',
  weight: 1.9,
  order: 1,
  help: 'Congestion window: how many packets the sender may have in flight. Dashed: ssthresh, where slow start ends. Dotted: rate × round-trip time without a queue, which fills the link.',
  meanings: [
    'window: packets allowed underway · full link: just enough to fill it',
    'ssthresh: the window after a loss',
  ],
  layers(lane) {
    const cwnd = lane.series('cwnd').map((columns) => ({
      columns,
      style: 'line' as const,
      ink: 'lane' as const,
      label: focusLabel(lane, 'cwnd'),
      scales: true,
    }));
    // ssthresh starts infinite and would take the whole height: it does not affect the scale.
    const ssthresh = lane.series('ssthresh').map((columns) => ({
      columns,
      style: 'step-dashed' as const,
      ink: 'quiet' as const,
      label: 'ssthresh',
      scales: false,
    }));
    const measured = [lane.measured ?? []].flat().map(({ name, columns, endS }) => ({
      columns,
      endS,
      style: 'line' as const,
      ink: 'foreign' as const,
      label: name,
      scales: true,
    }));
    return [
      ...groupBand(lane, 'cwnd', 'all flows'),
      ...ssthresh,
      ...rivalLines(lane, (flow) => flow.series('cwnd')[0]),
      ...cwnd,
      ...statesIn(lane, 'window'),
      ...measured,
    ];
  },
  // A flow that is alone fills the path with rate × RTT; flows that share it have less each.
  reference: ({ rateBps, rttS, packetBits, competing }) =>
    rateBps === null || competing.length > 1
      ? null
      : { value: Math.round((rateBps * rttS) / packetBits), label: 'full link', isKey: true, isAside: true },
};
