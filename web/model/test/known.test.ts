import { expect, it } from 'vitest';
import { intervalRows } from '../src/selectors.ts';
import { initialRun, settled } from '../src/slices/run.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { LaneTrace } from '../src/trace.ts';
import { INFO } from './trace.ts';

/** A lane with two intervals of 250 s, with results up to a time. */
function lane(resultsS: number, change: Partial<LaneRun> = {}): LaneRun {
  const windows = [0, 250].map((from_s) => ({ from_s, to_s: from_s + 250, goodput_bps: 1e6 }));
  return {
    label: '',
    algorithm: '',
    info: INFO,
    trace: new LaneTrace(INFO),
    results: { flows: [{ index: 0, name: 'main', windows }], hops: [] },
    resultsS,
    done: false,
    stale: false,
    error: null,
    ...change,
  } as unknown as LaneRun;
}

/** Of each lane, which intervals may be shown. */
function finals(...lanes: LaneRun[]): boolean[][] {
  const { knownS } = settled({ ...initialRun, lanes });
  return lanes.map((one) => intervalRows(one, [], knownS).map(({ isFinal }) => isFinal));
}

const DONE = { done: true };
const STOPPED = {
  done: true,
  error: { path: '', found: '', allowed: '', nearest: null, message: 'too many packets' },
};

it('an interval appears in all lanes at once, when the last of them has computed it', () => {
  expect(finals(lane(500, DONE), lane(249))).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(finals(lane(500, DONE), lane(250))).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(finals(lane(500, DONE), lane(500, DONE))).toEqual([
    [true, true],
    [true, true],
  ]);
});

it('results of the run before are none of this run', () => {
  expect(finals(lane(500, DONE), lane(0, { stale: true }))).toEqual([
    [false, false],
    [false, false],
  ]);
});

it('a lane that stopped is not waited for, and has no result of a part that it did not reach', () => {
  expect(finals(lane(500, DONE), lane(300, STOPPED))).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(finals(lane(300, STOPPED))).toEqual([[true, false]]);
});
