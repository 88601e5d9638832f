import { describe, expect, it } from 'vitest';
import { allAlike, behindOf, deliversLess, queueSentence, sentenceAt } from '../src/sentence.ts';
import type { NamedLane } from '../src/sentence.ts';
import { initialRun, settled } from '../src/slices/run.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { LaneTrace } from '../src/trace.ts';
import { bottleneck } from '../src/bottleneck.ts';
import { INFO } from './trace.ts';

/** Every run has its own trace. */
let runs = 0;

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
    results: {
      flows: [{ index: 0, name: 'main', windows: [window] }],
      hops: [],
      engine: { trace_hash: String((runs += 1)) },
    },
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
const whole = { timeS: 50, hidesFuture: false, knownS: Infinity };
const say = (...lanes: NamedLane[]): string | null => sentenceAt(lanes, whole);

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

  it('names no best among lanes that are alike', () => {
    expect(say(lane('A', run(2e6)), lane('B', run(1.99e6)), lane('C', run(0.5e6)))).toBe(
      'C delivers 75 % less than the others after the same number of losses.',
    );
    expect(say(lane('A', run(2e6)), lane('B', run(1.8e6)), lane('C', run(0.5e6)))).toBe(
      'C delivers 75 % less than A after the same number of losses.',
    );
  });

  it('says what a change did to each lane', () => {
    expect(say(lane('A', run(2e6), run(1e6)), lane('B', run(1e6), run(2e6)))).toBe(
      'A delivers more, B delivers less.',
    );
    expect(say(lane('A', run(1.5e6), run(1e6)), lane('B', run(1.8e6), run(1e6)))).toBe(
      'A and B deliver more.',
    );
    expect(say(lane('A', run(2e6), run(1.99e6)))).toBe('The change hardly matters here.');
  });

  it('says that a change fills the link where it does so in every lane', () => {
    const rate = bottleneck(INFO)?.rate_bps ?? NaN;
    const before = run(0.5 * rate);
    expect(say(lane('A', run(rate), before), lane('B', run(0.98 * rate), run(0.98 * rate)))).toBe(
      'Every lane fills the link.',
    );
    expect(say(lane('A', run(rate), before), lane('B', run(0.9 * rate), run(0.9 * rate)))).toBe(
      'A delivers more.',
    );
    // Of a lane that is compared with nothing, it says nothing.
    expect(say(lane('A', run(rate), before), lane('new', run(0.5 * rate)))).toBe('A delivers more.');
  });

  it('names the flow that a change helps or harms, if a lane has several flows', () => {
    const flows = ['main', 'beside'].map((name, index) => ({ ...INFO.flows[0], name, index }));
    const several = (bps: number): LaneRun => ({ ...run(bps), info: { ...INFO, flows } }) as LaneRun;
    const all = (...pairs: [now: number, was: number][]): string | null =>
      say(...pairs.map(([now, was], at) => lane('ABC'[at] ?? '', several(now), several(was))));
    expect(all([2e6, 1e6], [3e6, 2e6], [1e6, 2e6])).toBe('The flow main gets more in A and B, less in C.');
    expect(all([2e6, 1.99e6])).toBe('The change hardly matters to the flow main.');
    expect(all([2e6, 2e6])).toBe('The flow main gets the same as before in every lane.');
  });

  it('speaks of no change where the run is its own reference', () => {
    expect(say(lane('A', run(2e6), run(2e6)))).toBe('Every lane delivers the same as before.');
    // A knob that changes nothing says so.
    const same = run(2e6);
    expect(say(lane('A', same, same))).toBe('The change has no effect: every packet is as before.');
  });

  it('compares the lanes that have something to compare with, also where nothing was delivered', () => {
    expect(say(lane('A', run(2e6), run(1e6)), lane('new', run(1e6)))).toBe('A delivers more.');
    expect(say(lane('A', run(0), run(0)), lane('B', run(2e6), run(0)))).toBe('B delivers more.');
  });

  it('tells of the lane that was asked for, if it is behind too', () => {
    expect(behindOf([1e6, 2e6, 4e6], 1)).toMatchObject({ worst: 1, best: 2, gap: 0.5, isTie: false });
    for (const asked of [2, null])
      expect(behindOf([1e6, 2e6, 4e6], asked)).toMatchObject({ worst: 0, gap: 0.75 });
    expect(behindOf([1e6, 3.99e6, 4e6], 1)).toMatchObject({ worst: 0 });
  });

  it('names the flow where a lane has several: what it gets is not all', () => {
    const place = behindOf([1e6, 2.5e6]);
    if (place === null) throw new Error('there is no place');
    expect(deliversLess(place, (at) => 'AB'[at] ?? '', 'call')).toBe(
      'the flow call gets 60 % less than in B',
    );
    const tie = behindOf([1e6, 1e6]);
    if (tie === null) throw new Error('there is no place');
    expect([allAlike(tie), allAlike(tie, 'call')]).toEqual([
      'All lanes deliver the same.',
      'The flow call gets the same in all lanes.',
    ]);
  });

  it('waits for the end of an interval whose future is hidden', () => {
    const lanes = [lane('A', run(2e6)), lane('B', run(1e6))];
    expect(sentenceAt(lanes, { ...whole, hidesFuture: true })).toBeNull();
    expect(sentenceAt(lanes, { ...whole, timeS: 100, hidesFuture: true })).toBe(
      'B delivers 50 % less than A after the same number of losses.',
    );
  });

  it('is about the queue where the question is', () => {
    expect(queueSentence(['A', 'B', 'C'], [4.25, 1.5, 18])).toBe(
      'B keeps 1.5 packets in the queue on average, C 18.0.',
    );
    expect(queueSentence(['A'], [4.25])).toBeNull();
  });

  describe('while lanes compute', () => {
    // The clock is in the second interval. A results list has an interval once its lane has begun it.
    const part = (resultsS: number, goodputsBps: readonly number[]): LaneRun => {
      const own = run(0);
      const windows = goodputsBps.map((bps, at) => ({
        ...own.results?.flows[0]?.windows[0],
        from_s: 100 * at,
        to_s: 100 * (at + 1),
        goodput_bps: bps,
      }));
      const flows = [{ index: 0, name: 'main', windows }];
      return {
        ...own,
        done: resultsS === Infinity,
        resultsS,
        results: { ...own.results, flows },
      } as unknown as LaneRun;
    };
    const at = (timeS: number, ...lanes: LaneRun[]): ReturnType<typeof sentenceAt> => {
      const knownS = settled({ ...initialRun, lanes }).knownS;
      const named = lanes.map((own, index) => lane(['A', 'B'][index] ?? '', own));
      return sentenceAt(named, { timeS, hidesFuture: false, knownS });
    };
    const done = part(Infinity, [2e6, 2e6]);

    it('it says nothing of an interval that a lane has not begun, nor of one that it has not ended', () => {
      expect(at(200, done, part(80, [1e6]))).toBeNull();
      expect(at(200, done, part(100, [1e6]))).toBeNull();
      expect(at(200, done, part(199, [1e6, 1.9e6]))).toBeNull();
      expect(at(200, done, { ...part(Infinity, [1e6, 1e6]), stale: true, done: false })).toBeNull();
      expect(at(200, done, part(200, [1e6, 1e6]))).toMatch(/^B delivers 50 % less than A/);
    });

    it('it may speak of an earlier interval, where the clock is', () => {
      expect(at(100, done, part(150, [1e6, 7]))).toMatch(/^B delivers 50 % less than A/);
    });

    it('it says nothing of lanes of which one has failed', () => {
      const error = { path: '', found: '', allowed: '', nearest: null, message: 'stopped' };
      expect(at(200, done, { ...part(Infinity, [1e6, 7]), resultsS: 150, error })).toBeNull();
    });
  });
});
