import { applyChanges, DEFAULT_PRESET, getPath, PRESETS } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import { linear, logarithmic, logarithmicFromZero } from '../src/kit/Slider.tsx';
import { withFlow } from '../src/scenario/addFlow.ts';
import { clausesOf } from '../src/pathSentence/PathSentence.tsx';
import * as knobs from '../src/scenario/knobs.ts';

const gm04 = DEFAULT_PRESET.scenario;
const after = (scenario: JsonObject, changes: Parameters<typeof applyChanges>[1]): JsonObject => {
  const result = applyChanges(scenario, changes);
  if (result === null) throw new Error('the change does not fit');
  return result;
};

describe('knobs', () => {
  it('read every preset', () => {
    for (const { scenario } of PRESETS) {
      expect(knobs.readRateBps(scenario)).toBeGreaterThan(0);
      expect(knobs.readRttS(scenario)).toBeGreaterThan(0);
      expect(knobs.readBuffer(scenario)).toBeGreaterThan(0);
      expect(knobs.readDurationS(scenario)).toBeGreaterThan(0);
      expect(knobs.readLoss(scenario)).not.toBeNull();
    }
  });

  it('say that they turn the first hop where there are others', () => {
    expect(knobs.hasSeveralHops(gm04)).toBe(false);
    const [hop] = gm04.hops as JsonObject[];
    if (hop === undefined) throw new Error('a preset without a hop');
    expect(knobs.hasSeveralHops({ ...gm04, hops: [hop, hop] })).toBe(true);
  });

  it('read and turn the mean of a rate that a model draws, also where it is not written', () => {
    const drawn = (rate: JsonObject): JsonObject => after(gm04, [{ path: 'hops.0.rate', value: rate }]);
    // The model's own mean stands in its file (core/engine/src/rate), and what no model has is no number.
    expect(knobs.readRateBps(drawn({ kind: 'leo' }))).toBe(50e6);
    expect(knobs.readRateBps(drawn({ kind: 'leo', mean: '3Mbps' }))).toBe(3e6);
    expect(knobs.readRateBps(drawn({ kind: 'leo', mean: 'fast' }))).toBeNull();
    expect(knobs.readRateBps(drawn({ opportunities_ms: [1] }))).toBeNull();
    // So the sentence begins with it, and one BDP counts by it: 8 Mbit/s for 250 ms are 166.7 packets.
    const cellular = drawn({ kind: 'cellular' });
    expect(clausesOf(cellular)[0]).toMatchObject({ id: 'rate', value: 8, after: ' on average' });
    expect(knobs.readBdp(cellular)).toBeCloseTo(166.67, 2);
    const turned = after(cellular, knobs.changeRate(cellular, 5e6));
    expect(getPath(turned, 'hops.0.rate')).toEqual({ kind: 'cellular', mean: '5Mbps' });
  });

  it('know the BDP: 2 Mbit/s for 250 ms are 41.7 packets of 1500 bytes', () => {
    expect(knobs.readBdp(gm04)).toBeCloseTo(41.67, 2);
    // With several round-trip times it is that of the longest, and the knob names it.
    expect(knobs.longestRttS(gm04)).toBeNull();
    const longer = after(gm04, [{ path: 'flows.reverse.rtt', value: '500ms' }]);
    expect([knobs.longestRttS(longer), knobs.readBdp(longer)]).toEqual([
      0.5,
      (knobs.readBdp(gm04) ?? NaN) * 2,
    ]);
  });

  it('delayed ACKs say which lanes have them otherwise', () => {
    const off = { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } };
    const compare = ['newreno', off, { ...off, set: { 'flows.main.delayed_ack': true } }];
    const mixed = { ...gm04, compare };
    expect([0, 1, 2].map((lane) => knobs.hasOwnDelayedAck(mixed, lane))).toEqual([false, true, false]);
  });

  it('a round-trip time shared by all flows stays shared', () => {
    const changed = after(gm04, knobs.changeRtt(gm04, 0.1));
    expect(getPath(changed, 'flows.main.rtt')).toBe('100ms');
    expect(getPath(changed, 'flows.reverse.rtt')).toBe('100ms');
  });

  it('another duration stretches windows and schedule with it', () => {
    const changed = after(gm04, knobs.changeDuration(gm04, 500));
    expect(getPath(changed, 'duration')).toBe('500s');
    expect(getPath(changed, 'measure.1')).toEqual(['125s', '250s']);
    expect(getPath(changed, 'flows.reverse.active.1')).toEqual(['375s', '500s']);
  });

  it('the compared flow is no reverse flow, in whatever direction it sends', () => {
    const backward = {
      flows: [{ name: 'main', algorithm: 'newreno', direction: 'backward', compared: true }],
    };
    expect(knobs.readReverseFlows(backward)).toBe(0);
    expect(knobs.readReverseFlows({ flows: [...backward.flows, { direction: 'backward', count: 3 }] })).toBe(
      3,
    );
  });

  it('reverse flows can be added where there were none', () => {
    const sawtooth = PRESETS.find((preset) => preset.id === 'sawtooth')?.scenario ?? {};
    expect(knobs.readReverseFlows(sawtooth)).toBe(0);
    const changed = after(sawtooth, knobs.changeReverseFlows(sawtooth, 4));
    expect(knobs.readReverseFlows(changed)).toBe(4);
    expect(getPath(changed, 'flows.reverse')).toMatchObject({ direction: 'backward', rtt: '100ms' });
  });

  it('flows that are added count ACKs as the first one does, so that flows on one link are compared', () => {
    const added = (flow: JsonObject): JsonObject | undefined =>
      (withFlow({ flows: [{ kind: 'cbr' }, flow] }, { name: 'b' }) as JsonObject[]).at(-1);
    expect(added({ growth: 'byte-counting' })).toEqual({ growth: 'byte-counting', name: 'b' });
    expect(added({ tcp: 'linux6' })).toEqual({ tcp: 'linux6', name: 'b' });
    expect(added({})).toEqual({ name: 'b' });
    for (const { id, scenario, today } of PRESETS.filter(({ id }) => !id.startsWith('gm04'))) {
      const all = after(scenario, knobs.changeReverseFlows(scenario, 4)).flows as JsonObject[];
      const counts = all
        .filter(({ kind }) => kind !== 'cbr')
        .map(({ tcp, growth }) => tcp ?? growth ?? 'per-ack');
      // Links of old keep their packets; what the page offers counts segments.
      expect(new Set(counts).size, id).toBe(1);
      expect(counts[0] === 'per-ack', id).toBe(today !== undefined);
    }
  });

  it('flows that are added get random send times of up to a packet', () => {
    const single = { hops: [{ rate: '10Mbps' }, { rate: '2Mbps' }], flows: [{ name: 'a' }, { kind: 'cbr' }] };
    const sent = (scenario: JsonObject): unknown[] =>
      (withFlow(scenario, { name: 'b' }) as JsonObject[]).map((flow) => flow.send_jitter);
    // One packet has 12 000 bits; the slowest hop has 2 Mbit/s.
    expect(sent(single)).toEqual(['6ms', undefined, '6ms']);
    expect(sent({ ...single, flows: [{ send_jitter: '0s' }] })).toEqual(['0s', '6ms']);
    for (const ns2 of [
      { rto: 'ns2_2005' },
      { recovery_variant: 'ns2_exit' },
      { recovery_variant: ['rfc', 'ns2_rto'] },
      { recovery_variant: 'reno_gated' },
    ])
      expect(sent({ ...single, flows: [ns2] })).toEqual([undefined, undefined]);
    expect(sent({ ...single, ns2_order: true })).toEqual([undefined, undefined, undefined]);
    expect(sent({ ...single, hops: [{ rate: [['0s', '2Mbps']] }] })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    // The knob's reverse flows get the same jitter.
    const sawtooth = PRESETS.find((preset) => preset.id === 'sawtooth')?.scenario ?? {};
    const changed = after(sawtooth, knobs.changeReverseFlows(sawtooth, 4));
    expect(getPath(changed, 'flows.reverse.send_jitter')).toBe(getPath(changed, 'flows.main.send_jitter'));
    expect(getPath(changed, 'flows.reverse.send_jitter')).toMatch(/ms$/);
  });

  it('no loss is no loss model, and back', () => {
    const lossy = after(gm04, knobs.changeLoss(gm04, 0.01));
    expect(knobs.readLoss(lossy)).toBe(0.01);
    expect(getPath(after(lossy, knobs.changeLoss(lossy, 0)), 'hops.0.loss')).toEqual({ kind: 'none' });
  });
});

describe("a slider's way", () => {
  it('leads to a value and back to where it stood', () => {
    for (const scale of [linear(0, 50, 1), logarithmic(0.1, 1000), logarithmicFromZero(0.001, 20)]) {
      for (const position of [0, 0.2, 0.5, 0.9, 1]) {
        const value = scale.toValue(position);
        expect(scale.toValue(scale.toPosition(value))).toBeCloseTo(value, 9);
      }
    }
  });

  it('begins at nothing where nothing is meant to be possible', () => {
    expect(logarithmicFromZero(0.001, 20).toValue(0)).toBe(0);
    expect(logarithmicFromZero(0.001, 20).toValue(1)).toBe(20);
  });
});

describe('the ticks of the time axis', () => {
  it('are the ends of the measured windows where these divide the run evenly', () => {
    const measure = [
      ['0s', '250s'],
      ['250s', '500s'],
      ['500s', '750s'],
      ['750s', '1000s'],
    ];
    expect(knobs.measureTicks({ measure }, 1000)).toEqual([0, 250, 500, 750, 1000]);
  });

  it('are round numbers up to the end of the run where they do not', () => {
    for (const measure of [
      [
        [0, 50],
        [50, 200],
      ],
      [[20, 300]],
      [
        [0, 50],
        [50, 100],
        [100, 150],
        [150, 200],
      ],
      undefined,
    ])
      expect(knobs.measureTicks(measure === undefined ? {} : { measure }, 1000)).toEqual([
        0, 200, 400, 600, 800, 1000,
      ]);
    expect(
      knobs.measureTicks(
        {
          measure: [
            [0, 50],
            [50, 200],
          ],
        },
        200,
      ),
    ).toEqual([0, 50, 100, 150, 200]);
  });
});
