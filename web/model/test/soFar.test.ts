import { describe, expect, it } from 'vitest';
import { ruleTable } from '../src/events.ts';
import { pairResults } from '../src/selectors.ts';
import { soFar } from '../src/soFar.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

const rules = ruleTable(CATALOGUE);

/** 100 packets of 1500 bytes per 10 s, a timeout at 25 s, fast retransmits at 5 s and 35 s. */
function lane(): LaneTrace {
  const source = { kind: 'flow' as const, index: 0 };
  const trace = new LaneTrace({
    ...INFO,
    series: [{ source, series: 'delivered', estimator: null, shown: null, unit: 'segments' }],
  });
  trace.write(
    chunkOf(
      0,
      [
        [10, 100],
        [20, 200],
        [30, 300],
        [40, 400],
      ],
      [
        [5, 3, 0],
        [25, 2, 0],
        [35, 3, 0],
        [36, 2, 1],
      ],
    ),
  );
  return trace;
}

describe('results as of a moment', () => {
  it('count from the start of what is shown to the moment', () => {
    expect(soFar(lane(), rules, 0, 20)).toEqual({
      goodputBps: (200 * 12_000) / 20,
      timeouts: 0,
      fastRetransmits: 1,
    });
    expect(soFar(lane(), rules, 20, 40)).toEqual({
      goodputBps: (200 * 12_000) / 20,
      timeouts: 1,
      fastRetransmits: 1,
    });
  });

  it('go no further than the run has come, and say nothing of no time at all', () => {
    expect(soFar(lane(), rules, 0, 400).goodputBps).toBe((400 * 12_000) / 40);
    expect(soFar(lane(), rules, 10, 10).goodputBps).toBeNull();
  });
});

describe('results of two flows', () => {
  const run = (goodputs: readonly number[]) => ({
    label: '',
    algorithm: '',
    info: INFO,
    trace: null,
    resultsS: 1000,
    done: true,
    stale: false,
    error: null,
    results: {
      flows: goodputs.map((goodput_bps, index) => ({
        index,
        windows: [
          { from_s: 0, to_s: 10, goodput_bps },
          { from_s: 10, to_s: 40, goodput_bps: goodput_bps * 2 },
        ],
      })),
    } as never,
  });

  it('are weighted by the length of each window, with the fairness between the two', () => {
    const found = pairResults(run([1e6, 3e6]), [0, 1]);
    expect(found?.goodputBps).toEqual([1.75e6, 5.25e6]);
    expect(found?.jain).toBeCloseTo(0.8);
  });

  it('are unknown before there are any', () => {
    expect(pairResults(run([1e6]), [0, 1])).toBeNull();
    expect(pairResults(run([0, 0]), [0, 1])?.jain).toBeNull();
  });
});
