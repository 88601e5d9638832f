import { describe, expect, it } from 'vitest';
import { decodeLink } from '../src/link/codec.ts';
import { DEFAULT_PRESET, referencesApply } from '../src/presets.ts';
import { bdpPackets, trafficBands } from '../src/selectors.ts';
import { createLabStore } from '../src/store.ts';
import { INFO } from './trace.ts';

describe('what is read from a run', () => {
  it('the periods of reverse traffic stand once, however many flows there are', () => {
    expect(trafficBands(INFO)).toEqual([
      { fromS: 250, toS: 500, label: 'reverse traffic', direction: 'backward' },
      { fromS: 750, toS: 1000, label: 'reverse traffic', direction: 'backward' },
    ]);
  });

  it('flows that begin one after another and stay set nothing apart; those that come or go later do', () => {
    const other = INFO.flows.find((flow) => !flow.compared);
    if (other === undefined) throw new Error('there is no reverse flow');
    const from = (startS: number, endS: number) => ({
      ...other,
      active: [[startS, endS]] as [number, number][],
    });
    expect(trafficBands({ ...INFO, flows: [from(3, 1000), from(1, 1000), from(5, 1000)] })).toEqual([]);
    const nearlyAlways = [
      [5, 990],
      [50, 1000],
    ] as const;
    for (const [startS, endS] of nearlyAlways) {
      expect(trafficBands({ ...INFO, flows: [from(startS, endS)] })).toEqual([
        { fromS: startS, toS: endS, label: 'reverse traffic', direction: 'backward' },
      ]);
    }
    expect(trafficBands({ ...INFO, flows: [from(400, 600), from(100, 300), from(250, 400)] })).toEqual([
      { fromS: 100, toS: 600, label: 'reverse traffic', direction: 'backward' },
    ]);
  });

  it('published numbers stand beside another seed, not beside another buffer', () => {
    expect(referencesApply(DEFAULT_PRESET, { ...DEFAULT_PRESET.scenario, seed: 9 })).toBe(true);
    const { wanted } = createLabStore().getState().scenario;
    const changed = decodeLink('v1/gm04-table1?hops.0.queue.capacity=80pkt').scenario;
    expect(referencesApply(DEFAULT_PRESET, wanted)).toBe(true);
    expect(referencesApply(DEFAULT_PRESET, changed)).toBe(false);
  });
});

it('a buffer in multiples of the BDP counts the larger packets of flows that share the longest RTT', () => {
  const scenario = {
    hops: [{ rate: '10Mbps', queue: { capacity: '256pkt' } }],
    flows: [
      { kind: 'cbr', rtt: '40ms', packet_bytes: 240 },
      { algorithm: 'cubic', rtt: '40ms' },
      { algorithm: 'cubic', rtt: '10ms', packet_bytes: 9000 },
    ],
  };
  expect(bdpPackets(scenario)).toBeCloseTo(400_000 / 12_000);
});
