import type { RowDefinition } from '../types.ts';

/** Complements the time-sequence diagram: it shows where a packet is, not its number. */
export const row: RowDefinition = {
  id: 'ladder',
  title: 'on the way',
  short: 'ladder',
  unit: '',
  weight: 2.2,
  order: 7.5,
  help: 'Ladder diagram: every packet of the flow on its way from the sender (top) through the bottleneck queue to the receiver (bottom), and its ACK back. Shallow in the queue: it waits there. It needs a range short enough for single packets, and lanes side by side.',
  layers: () => [],
  reference: () => null,
  packets: true,
  packetStyle: 'ladder',
  absent: 'Zoom in (z, or the wheel) until single packets are known. Lanes stand side by side.',
};
