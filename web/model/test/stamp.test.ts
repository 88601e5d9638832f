import { describe, expect, it } from 'vitest';
import { compareStamps, runStamp } from '../src/stamp.ts';
import type { LaneRun } from '../src/slices/run.ts';

const lane = (hash: string, changes: Partial<LaneRun> = {}): LaneRun => ({
  label: 'a',
  algorithm: 'newreno',
  info: null,
  trace: null,
  results: { engine: { trace_hash: hash } } as LaneRun['results'],
  resultsS: 1000,
  done: true,
  stale: false,
  error: null,
  ...changes,
});

describe('the stamp of a run', () => {
  it('is there when every lane is finished, and not before', () => {
    expect(runStamp([], '1.0.0')).toBeNull();
    expect(runStamp([lane('aa'), lane('bb', { done: false })], '1.0.0')).toBeNull();
    expect(runStamp([lane('aa', { stale: true })], '1.0.0')).toBeNull();
    expect(runStamp([lane('aa'), lane('bb')], '1.0.0')).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
  });

  it('tells any two runs apart, by their traces, their order and the version', () => {
    const stamps = [
      runStamp([lane('aa'), lane('bb')], '1.0.0'),
      runStamp([lane('bb'), lane('aa')], '1.0.0'),
      runStamp([lane('aa'), lane('bc')], '1.0.0'),
      runStamp([lane('aabb')], '1.0.0'),
      runStamp([lane('aa'), lane('bb')], '1.0.1'),
    ];
    expect(new Set(stamps).size).toBe(stamps.length);
  });

  it('says whether a difference has the version for an excuse', () => {
    expect(compareStamps('0.1.0-aa', '0.1.0-aa')).toBe('same');
    expect(compareStamps('0.1.0-aa', '0.1.0-ab')).toBe('different');
    expect(compareStamps('0.1.0-rc-ab', '0.1.0-aa')).toBe('other-version');
  });

  it('says that an older version had the same run, if it had', () => {
    expect(compareStamps('0.2.0-5f3a9c01', '0.1.0-5f3a9c01')).toBe('same');
    expect(compareStamps('0.2.0-5f3a9c01', '0.1.0-5f3a9c02')).toBe('other-version');
  });
});
