import { describe, expect, it } from 'vitest';
import { addFork, applyChanges, forksOf, originOf, stretchForks } from '../src/index.ts';
import type { JsonObject } from '../src/index.ts';

const SCENARIO: JsonObject = {
  version: 1,
  duration: '100s',
  compare: ['newreno', { label: 'small', algorithm: 'vegas', set: { 'hops.0.queue.capacity': '5pkt' } }],
};

const after = (scenario: JsonObject, changes: ReturnType<typeof addFork>): JsonObject =>
  applyChanges(scenario, changes) ?? {};

describe('a fork', () => {
  it('is one more lane behind its origin, which keeps what else that lane sets', () => {
    const forked = after(SCENARIO, addFork(SCENARIO, 1, 42.5, { algorithm: 'cubic' }));
    expect(forked['compare']).toEqual([
      'newreno',
      SCENARIO['compare'] instanceof Array ? SCENARIO['compare'][1] : null,
      {
        algorithm: 'vegas',
        set: { 'hops.0.queue.capacity': '5pkt', fork: { at: '42.5s', algorithm: 'cubic' } },
      },
    ]);
    expect(forksOf(forked)).toEqual([null, null, { atS: 42.5, algorithm: 'cubic', set: {} }]);
    expect([0, 1, 2].map((lane) => originOf(forked, lane))).toEqual([null, null, 1]);
    expect(addFork(forked, 2, 50, { algorithm: 'bbr' }), 'of a fork there is none').toEqual([]);
  });

  it('finds no origin once that is gone or changed', () => {
    const forked = after(SCENARIO, addFork(SCENARIO, 0, 10, { set: { 'hops.0.rate': '1Mbps' } }));
    expect(originOf(forked, 1)).toBe(0);
    const list = forked['compare'] as JsonObject[];
    expect(originOf({ ...forked, compare: list.slice(1) }, 0)).toBeNull();
  });

  it('of a scenario without lanes makes two of it', () => {
    const alone: JsonObject = { version: 1, duration: '100s' };
    const forked = after(alone, addFork(alone, 0, 10, { algorithm: 'bbr' }));
    expect(forked['compare']).toEqual([{}, { set: { fork: { at: '10s', algorithm: 'bbr' } } }]);
    expect(originOf(forked, 1)).toBe(0);
  });

  it('stays at its place in a run that is stretched', () => {
    const forked = after(SCENARIO, addFork(SCENARIO, 0, 25, {}));
    expect(forksOf(after(forked, stretchForks(forked, 2)))[1]?.atS).toBe(50);
    expect(stretchForks(SCENARIO, 2)).toEqual([]);
  });
});
