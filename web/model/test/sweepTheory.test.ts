import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json.ts';
import { applyChanges } from '../src/path.ts';
import { presetById } from '../src/presets.ts';
import { theoryCurves } from '../src/sweepTheory.ts';
import type { TheoryQuestion } from '../src/sweepTheory.ts';

const LOSSY: JsonObject = {
  version: 1,
  hops: [{ rate: '10Mbps', delay: '10ms', loss: { kind: 'bernoulli', probability: 0.01 } }],
  flows: [{ name: 'main', algorithm: 'newreno', rtt: '100ms', compared: true }],
  compare: ['newreno', 'sack', { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } }],
};
const lanes = ['newreno', 'sack', 'vegas', 'westwood+'].map((id) => ({ label: id, algorithm: id }));
const QUESTION: TheoryQuestion = {
  scenario: LOSSY,
  path: 'hops.0.loss.probability',
  from: 0.0001,
  to: 0.01,
  log: true,
  lanes,
  metric: 'total_goodput_bps',
  source: 'main',
};
const ask = (change: Partial<TheoryQuestion> = {}) => theoryCurves({ ...QUESTION, ...change });
const changed = (set: JsonObject): JsonObject => {
  const changes = Object.entries(set).map(([path, value]) => ({ path, value }));
  const scenario = applyChanges(LOSSY, changes);
  if (scenario === null) throw new Error('no such place');
  return scenario;
};

describe('closed forms beside a sweep', () => {
  it('are the response functions of the algorithms that have one, over the random loss', () => {
    const curves = ask();
    expect(curves.map(({ lane, formula }) => [lane, formula])).toEqual([
      ['newreno', 'padhye'],
      ['sack', 'reno-response'],
    ]);
    const [padhye, response] = curves;
    // The defaults: delayed ACKs, the minimum RTO, the flow's round-trip time, full-size packets.
    expect(padhye?.sets).toMatchObject({ rtt: 0.1, segments_per_ack: 2, rto: 0.2, packet_bytes: 1500 });
    expect(response?.sets).toMatchObject({ segments_per_ack: 2 });
    const x = padhye?.x ?? [];
    expect([x[0], x[x.length - 1]]).toEqual([0.0001, expect.closeTo(0.01, 12)]);
    // Neighbouring points have equal ratios.
    expect((x[1] ?? 0) / (x[0] ?? 1)).toBeCloseTo((x[2] ?? 0) / (x[1] ?? 1), 12);
    // A fraction p of the sent packets is lost, and a link carries at most its rate.
    expect(padhye?.factor[0]).toBeCloseTo(0.9999, 12);
    expect(padhye?.most).toBe(10e6);
  });

  it('take the timer, the ACKs and the round trip that the scenario gives', () => {
    const scenario = changed({ 'flows.main.rto': 'rfc6298', 'flows.main.delayed_ack': false });
    expect(ask({ scenario })[0]?.sets).toMatchObject({ rto: 1, segments_per_ack: 1 });
    // Who counts segments takes one step for each, however many an ACK covers (RFC 3465).
    const bytes = changed({ 'flows.main.growth': 'byte-counting' });
    expect(ask({ scenario: bytes })[0]?.sets).toMatchObject({ segments_per_ack: 1 });
    const own = changed({ 'flows.main.rto': { min: '400ms' } });
    expect(ask({ scenario: own })[0]?.sets).toMatchObject({ rto: 0.4 });
    const access = applyChanges(LOSSY, [
      { path: 'flows.main.rtt', value: undefined },
      { path: 'flows.main.access_delay', value: '40ms' },
    ]);
    // Both directions of the hop and of two access links: 2 × 10 + 4 × 40 ms.
    expect(ask({ scenario: access ?? {} })[0]?.sets).toMatchObject({ rtt: 0.18 });
  });

  it('stand over the round trip too, for the loss that the scenario has', () => {
    const [curve] = ask({ path: 'flows.main.rtt', from: '20ms', to: '200ms', log: false });
    expect(curve?.sets).toMatchObject({ p: 0.01 });
    expect(curve?.x[60]).toBeCloseTo(0.2, 12);
    expect(curve?.factor[7]).toBe(0.99);
  });

  it('say nothing where the flow is not alone, the loss not random, or the number none of theirs', () => {
    const rival = { name: 'rival', algorithm: 'newreno', rtt: '100ms' };
    const silent: Partial<TheoryQuestion>[] = [
      { metric: 'mean_rtt_s' },
      { path: 'hops.0.rate', from: '1Mbps', to: '4Mbps' },
      { scenario: { ...LOSSY, flows: [...(LOSSY['flows'] as JsonObject[]), rival] } },
      { scenario: changed({ 'flows.main.count': 4 }) },
      { scenario: changed({ 'hops.0.loss.kind': 'gilbert' }) },
      { scenario: changed({ 'hops.0.queue': { kind: 'red', capacity: 40 } }) },
      { scenario: changed({ 'hops.0.back': { loss: { kind: 'bernoulli', probability: 0.1 } } }) },
      { lanes: [{ label: 'vegas', algorithm: 'vegas' }] },
    ];
    for (const change of silent) expect(ask(change), JSON.stringify(change)).toEqual([]);
    // A flow with a count of zero does not count as other traffic.
    const idle = { ...LOSSY, flows: [...(LOSSY['flows'] as JsonObject[]), { ...rival, count: 0 }] };
    expect(ask({ scenario: idle })).toHaveLength(2);
  });

  it('say nothing of a lane that is another setting', () => {
    const scenario = {
      ...LOSSY,
      compare: [{ algorithm: 'newreno', set: { 'hops.0.rate': '1Mbps' } }, 'sack'],
    };
    expect(ask({ scenario }).map(({ lane }) => lane)).toEqual(['sack']);
  });

  it('are the saw-tooth’s share of the link over a buffer without losses', () => {
    const scenario = presetById('sawtooth')?.scenario ?? {};
    const buffer = { scenario, path: 'hops.0.queue.capacity', from: '8pkt', to: '83pkt', log: false };
    const [curve, ...others] = ask({ ...buffer, lanes: [...lanes.slice(0, 1), ...lanes.slice(3)] });
    expect(others).toEqual([]);
    const sets = curve?.sets['buffer'] as readonly number[];
    // 10 Mbit/s × 100 ms are 83⅓ packets.
    expect(sets[60]).toBeCloseTo(83 / (1e6 / 12_000), 9);
    expect(curve?.factor[0]).toBe(10e6);
    const share = ask({ ...buffer, lanes, metric: 'utilisation', source: 'hop-0 forward' });
    expect(share[0]).toMatchObject({ most: 1, output: 'utilisation' });
    expect(ask({ ...buffer, scenario: LOSSY })).toEqual([]);
  });
});
