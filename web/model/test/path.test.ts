import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json.ts';
import { applyChanges, diffPaths, getPath, setPath } from '../src/path.ts';

const scenario: JsonObject = {
  seed: 1,
  hops: [{ rate: '2Mbps', queue: { kind: 'drop-tail', capacity: '40pkt' } }],
  flows: [
    { name: 'main', rtt: '250ms' },
    { name: 'reverse', count: 10 },
  ],
  compare: ['newreno', 'vegas'],
};

describe('a path', () => {
  it('finds an array item by index and by name', () => {
    expect(getPath(scenario, 'hops.0.queue.capacity')).toBe('40pkt');
    expect(getPath(scenario, 'flows.reverse.count')).toBe(10);
    expect(getPath(scenario, 'flows.nobody.count')).toBeUndefined();
  });

  it('changes one value and leaves the rest alone, and the original untouched', () => {
    const changed = setPath(scenario, 'flows.main.rtt', '100ms');
    expect(getPath(changed ?? undefined, 'flows.main.rtt')).toBe('100ms');
    expect(getPath(scenario, 'flows.main.rtt')).toBe('250ms');
    expect(changed?.['hops']).toBe(scenario['hops']);
  });

  it('makes objects on its way, never array items', () => {
    expect(getPath(setPath(scenario, 'hops.0.loss.kind', 'none') ?? undefined, 'hops.0.loss')).toEqual({
      kind: 'none',
    });
    expect(setPath(scenario, 'hops.3.rate', '1Mbps')).toBeNull();
    expect(setPath(scenario, 'flows.nobody.rtt', '1s')).toBeNull();
    // A list grows by its next item alone: a hole would be no scenario.
    expect(setPath(scenario, 'hops.3', { rate: '1Mbps' })).toBeNull();
    expect(setPath(scenario, 'hops.1', { rate: '1Mbps' })?.['hops']).toHaveLength(2);
    expect(setPath(scenario, 'seed.deeper', 1)).toBeNull();
  });

  it('does not reach into the language', () => {
    expect(setPath(scenario, '__proto__.polluted', 1)).toBeNull();
    expect(getPath(scenario, 'constructor')).toBeUndefined();
  });
});

describe('the difference of two scenarios', () => {
  it('names what changed by the shortest readable path', () => {
    const changed = applyChanges(scenario, [
      { path: 'flows.reverse.count', value: 3 },
      { path: 'hops.0.queue.capacity', value: '80pkt' },
      { path: 'compare', value: ['newreno'] },
    ]);
    expect(diffPaths(scenario, changed ?? {})).toEqual([
      { path: 'hops.0.queue.capacity', value: '80pkt' },
      { path: 'flows.reverse.count', value: 3 },
      { path: 'compare', value: ['newreno'] },
    ]);
  });

  it('replaces a list whose items changed places or number as a whole', () => {
    const flows = [{ name: 'reverse', count: 10 }];
    expect(diffPaths(scenario, { ...scenario, flows })).toEqual([{ path: 'flows', value: flows }]);
  });

  it('says what was taken away', () => {
    const { seed: _seed, ...rest } = scenario;
    expect(diffPaths(scenario, rest)).toEqual([{ path: 'seed', value: undefined }]);
  });
});
