import type { Catalogue, Chunk, LaneInfo, Rule } from '@ackscope/engine';

const rule = (id: number, kind: Rule['kind']): Rule => ({
  id,
  key: `${kind}-${id}`,
  kind,
  algorithm: null,
  title: kind,
  formula: '',
  terms: [],
  source: '',
});

const term = (name: string) => ({ name, symbol: '', unit: '', help: '' });

export const CATALOGUE: Catalogue = {
  version: '0',
  algorithms: [],
  rules: [
    rule(0, 'phase'),
    rule(1, 'window-cut'),
    rule(2, 'timeout'),
    rule(3, 'fast-retransmit'),
    { ...rule(4, 'drop'), terms: ['queue', 'flow', 'number', 'early'].map(term) },
    rule(5, 'channel-state'),
  ],
  scenario_defaults: {},
};

const flow = { group: 'main', algorithm: 'newreno', from: 0, to: 1, rtt_s: 0.25, packet_bytes: 1500 };
const hop = {
  hop: 0,
  name: '',
  delay_s: 0.01,
  queue_kind: 'drop-tail',
  capacity_packets: 40,
  loss_kind: 'none',
};

export const INFO: LaneInfo = {
  engine: '0.1.0',
  provenance: { version: '0.1.0', engine_fingerprint: 'e', scenario_hash: 'h', seed: 1 },
  label: 'newreno',
  algorithm: 'newreno',
  script_name: null,
  half_growth: false,
  fork_s: null,
  rules: [],
  duration_s: 1000,
  flows: [
    { ...flow, index: 0, name: 'main', direction: 'forward', compared: true, active: [[0, 1000]] },
    {
      ...flow,
      index: 1,
      name: 'reverse',
      direction: 'backward',
      compared: false,
      active: [
        [250, 500],
        [750, 1000],
      ],
    },
    {
      ...flow,
      index: 2,
      name: 'reverse',
      direction: 'backward',
      compared: false,
      active: [
        [250, 500],
        [750, 1000],
      ],
    },
  ],
  hops: [
    { ...hop, direction: 'forward', rate_bps: 2e6 },
    { ...hop, direction: 'backward', rate_bps: 2e6 },
  ],
  series: [
    { source: { kind: 'flow', index: 0 }, series: 'cwnd', estimator: null, shown: null, unit: 'packets' },
  ],
};

/** A chunk of one series, from bin `from` on, and events `[time, rule, source]`. */
export function chunkOf(
  from: number,
  samples: readonly (readonly [number, number])[],
  events: readonly (readonly [number, number, number])[] = [],
  untilS = samples[samples.length - 1]?.[0] ?? 0,
): Chunk {
  const values = Float32Array.from(samples, ([, value]) => value);
  return {
    time_s: untilS,
    series: [
      {
        id: 0,
        from,
        time_s: Float64Array.from(samples, ([at]) => at),
        min: values,
        max: values,
        last: values,
      },
    ],
    events: {
      time_s: Float64Array.from(events, ([at]) => at),
      rule: Uint16Array.from(events, ([, id]) => id),
      source: Uint32Array.from(events, ([, , source]) => source),
      terms: new Float64Array(events.length * 8),
      counts: new Float64Array(0),
    },
  };
}
