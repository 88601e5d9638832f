// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { LaneRun } from '@ackscope/model';
import { runFaultsOf } from '../src/write/runFaults.ts';

const RULES = [
  { id: 300, key: 'my-own.loss-0' },
  { id: 301, key: 'my-own.by-zero-12' },
  { id: 302, key: 'my-own.not-finite-3' },
  { id: 303, key: 'other.by-zero-1' },
];

const lane = (kept: Record<number, number>, stale = false): LaneRun =>
  ({
    stale,
    info: { rules: RULES },
    trace: {
      events: { kept: new Map(Object.entries(kept).map(([id, lastS]) => [Number(id), { count: 1, lastS }])) },
    },
  }) as unknown as LaneRun;

describe('the faults of a running script', () => {
  it('are reported once, in the order of their lines, with the time of the first lane that has them', () => {
    const faults = runFaultsOf('my-own', [lane({ 300: 1 }), lane({ 301: 3.25, 302: 4 }), lane({ 301: 9 })]);
    expect(faults.map(({ line }) => line)).toEqual([3, 12]);
    expect(faults[0]?.message).toContain('At 4 s this grows without bound');
    expect(faults[1]?.message).toContain('At 3.25 s this divides by zero');
  });

  it('are not those of another script, nor of a run that is computed anew', () => {
    expect(runFaultsOf('my-own', [lane({ 300: 1, 303: 2 }), lane({ 301: 1 }, true)])).toEqual([]);
  });
});
