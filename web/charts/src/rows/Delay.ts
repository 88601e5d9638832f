import type { RowDefinition } from '../types.ts';

/** Above this one-way delay talk gets hard (ITU-T G.114). */
const TALK_S = 0.15;

export const row: RowDefinition = {
  id: 'delay',
  title: 'arrives after',
  short: 'delay',
  tight: 'delay',
  unit: 's',
  weight: 1.4,
  order: 0.5,
  help: 'One-way delay of a constant stream, such as a call: path and waiting. Line: 150 ms, above which talk gets hard (ITU-T G.114).',
  layers: (lane) =>
    lane
      .series('delay')
      .map((columns) => ({ columns, style: 'line', ink: 'lane', label: 'delay', scales: true })),
  reference: (lane) => (lane.series('delay').length === 0 ? null : { value: TALK_S, label: '150 ms' }),
  absent: 'This run has no constant stream.',
  remark: (lane) => (lane.series('delay').length === 0 ? '' : 'above 150 ms talk gets hard'),
};
