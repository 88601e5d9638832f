import { describe, expect, it } from 'vitest';
import { ruleTable } from '../src/events.ts';
import { sentenceAt } from '../src/sentence.ts';
import type { NamedLane } from '../src/sentence.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, INFO } from './trace.ts';

const rules = ruleTable(CATALOGUE);

/** A finished lane with one interval of 100 s. */
function run(goodputBps: number, fastRetransmits = 0, timeouts = 0): LaneRun {
  const window = {
    from_s: 0,
    to_s: 100,
    goodput_bps: goodputBps,
    fast_retransmits: fastRetransmits,
    timeouts,
  };
  return {
    label: '',
    algorithm: '',
    info: INFO,
    trace: new LaneTrace(INFO),
    results: { flows: [{ index: 0, name: 'main', windows: [window] }], hops: [] },
    resultsS: 100,
    done: true,
    stale: false,
    error: null,
  } as unknown as LaneRun;
}

const lane = (name: string, own: LaneRun, before: LaneRun | null = null): NamedLane => ({
  name,
  run: own,
  before,
});
const say = (...lanes: NamedLane[]): string | null => sentenceAt(lanes, rules, 50, false);

describe('the sentence', () => {
  it('names who is behind, by how much, and what it met', () => {
    expect(say(lane('A', run(2e6, 8)), lane('B', run(0.5e6)))).toBe(
      'B delivers 75 % less than A without losing a packet.',
    );
    expect(say(lane('A', run(2e6, 8, 1)), lane('B', run(1e6, 8, 6)))).toBe(
      'B delivers 50 % less than A, with 6 timeouts against 1.',
    );
    expect(say(lane('A', run(2e6, 8)), lane('B', run(1e6, 8, 1)))).toBe(
      'B delivers 50 % less than A, with 1 timeout against 0.',
    );
    expect(say(lane('A', run(2e6, 8)), lane('B', run(1e6, 8)))).toBe(
      'B delivers 50 % less than A after the same number of losses.',
    );
  });

  it('does not make much of little', () => {
    expect(say(lane('A', run(2e6)), lane('B', run(1.99e6)))).toBe('All lanes deliver the same, within 1 %.');
    expect(say(lane('A', run(2e6)))).toBeNull();
  });

  it('says what a change did to each lane', () => {
    expect(say(lane('A', run(2e6), run(1e6)), lane('B', run(1e6), run(2e6)))).toBe(
      'A delivers more, B delivers less.',
    );
    expect(say(lane('A', run(2e6), run(1e6)), lane('B', run(3e6), run(2e6)))).toBe('A and B deliver more.');
    expect(say(lane('A', run(2e6), run(1.99e6)))).toBe('The change hardly matters here.');
  });

  it('speaks of no change where the run is its own reference', () => {
    expect(say(lane('A', run(2e6), run(2e6)))).toBe('Every lane delivers the same as before.');
  });

  it('waits for the end of an interval whose future is hidden', () => {
    const lanes = [lane('A', run(2e6)), lane('B', run(1e6))];
    expect(sentenceAt(lanes, rules, 50, true)).toBeNull();
    expect(sentenceAt(lanes, rules, 100, true)).toBe(
      'B delivers 50 % less than A after the same number of losses.',
    );
  });
});
