import { describe, expect, it } from 'vitest';
import { ruleTable } from '../src/events.ts';
import { boundaries, isInTraffic, occurrencesOf } from '../src/occurrences.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

const [CUT, TIMEOUT, FAST, RECOVERED] = [1, 2, 3, 6];
const [fast] = CATALOGUE.rules.filter(({ id }) => id === FAST);
const rules = ruleTable({
  ...CATALOGUE,
  rules: [
    ...CATALOGUE.rules,
    ...(fast === undefined ? [] : [{ ...fast, id: RECOVERED, kind: 'phase' as const, key: 'tcp.recovered' }]),
  ],
});

const info = {
  ...INFO,
  series: ['cwnd', 'ssthresh', 'acked'].map((series) => ({
    source: { kind: 'flow' as const, index: 0 },
    series,
    estimator: null,
    shown: null,
    unit: '',
  })),
};

/** Congestion avoidance at 20 packets from 2 s on; `acked`: acknowledged segments by time. */
function traceOf(events: [number, number, number][], acked: [number, number][] = []): LaneTrace {
  const trace = new LaneTrace(info);
  const chunk = chunkOf(0, [], events, 100);
  const column = (id: number, samples: [number, number][]) => ({ ...chunkOf(0, samples).series[0], id });
  chunk.series = [
    column(0, [
      [0, 3],
      [2, 20],
    ]),
    column(1, [[2, 10]]),
    column(2, acked),
  ] as typeof chunk.series;
  trace.write(chunk);
  return trace;
}

const LOSS = { event: 'loss', level: null } as const;

describe('what a trigger finds', () => {
  it('counts a loss once until it is repaired, with the window’s own cut and further resends', () => {
    const trace = traceOf([
      [10, FAST, 0],
      [10, CUT, 0],
      [10.3, FAST, 0],
      [11, RECOVERED, 0],
      [20, FAST, 0],
      [20.5, RECOVERED, 0],
    ]);
    expect(occurrencesOf(trace, rules, LOSS, null)).toEqual([
      { timeS: 10, isTimeout: false },
      { timeS: 20, isTimeout: false },
    ]);
  });

  it('tells which losses end in a timeout; a timer that backs off is no further loss', () => {
    const acked: [number, number][] = [
      [0, 100],
      [40, 140],
    ];
    const trace = traceOf(
      [
        [10, FAST, 0],
        [11, TIMEOUT, 0],
        [13, TIMEOUT, 0],
        [50, TIMEOUT, 0],
        [60, FAST, 0],
        [61, RECOVERED, 0],
      ],
      acked,
    );
    expect(occurrencesOf(trace, rules, LOSS, null)).toEqual([
      { timeS: 10, isTimeout: true },
      { timeS: 50, isTimeout: true },
      { timeS: 60, isTimeout: false },
    ]);
    // The time of the timeout, not of the loss.
    expect(
      occurrencesOf(trace, rules, { event: 'timeout', level: null }, null).map(({ timeS }) => timeS),
    ).toEqual([11, 50]);
  });

  it('finds ends of recoveries and of slow start', () => {
    const trace = traceOf([
      [10, FAST, 0],
      [11, RECOVERED, 0],
    ]);
    const times = (event: 'recovery' | 'slow-start') =>
      occurrencesOf(trace, rules, { event, level: null }, null).map(({ timeS }) => timeS);
    expect(times('recovery')).toEqual([11]);
    expect(times('slow-start')).toEqual([2]);
  });

  it('finds crossings of a level, and takes no noise for one', () => {
    const values = [1, 9, 11, 9.8, 10.4, 9.6, 10.2, 8, 12, 13, 4];
    const readings = { count: values.length, timeS: values.map((_, at) => at), last: values };
    const cross = (isRising: boolean) =>
      occurrencesOf(
        traceOf([]),
        rules,
        { event: 'level', level: { row: 'cwnd', value: 10, isRising } },
        readings,
      ).map(({ timeS }) => timeS);
    // 9.8 and 9.6 are within 5 % of ten, so the trigger is armed again only at 8.
    expect(cross(true)).toEqual([2, 8]);
    // For a falling crossing it is armed above 10.5.
    expect(cross(false)).toEqual([3, 10]);
  });

  it('knows the phases of the run by its traffic', () => {
    const trace = traceOf([]);
    expect(boundaries(trace)).toEqual([0, 250, 500, 750, 1000]);
    expect([249, 250, 499, 500].map((timeS) => isInTraffic(trace, timeS))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
