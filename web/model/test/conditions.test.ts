import { CHANNEL_BIT } from '@ackscope/engine';
import type { Rule } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { LossList, stateBands } from '../src/conditions.ts';
import { ruleTable } from '../src/events.ts';
import { PHASE, phaseAt, phasesOf } from '../src/phases.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

const extra = (id: number, kind: Rule['kind'], key: string): Rule => ({
  id,
  key,
  kind,
  algorithm: null,
  title: '',
  formula: '',
  terms: [],
  source: '',
});
const rules = ruleTable({
  ...CATALOGUE,
  rules: [
    ...CATALOGUE.rules,
    extra(5, 'channel-state', 'channel.state'),
    extra(6, 'phase', 'tcp.recovered'),
    extra(7, 'channel-loss', 'channel.loss'),
  ],
});
const FORWARD = CHANNEL_BIT;
const BACKWARD = CHANNEL_BIT + 1;

describe('losses', () => {
  it('are those at the bottleneck of the flow in focus, told apart by what lost them', () => {
    const trace = new LaneTrace(INFO);
    const chunk = chunkOf(
      0,
      [],
      [
        [1, 4, FORWARD],
        [2, 4, FORWARD],
        [3, 7, FORWARD],
        [4, 4, BACKWARD],
      ],
    );
    chunk.events.terms[8 + 3] = 1; // the second one was dropped early
    trace.write(chunk);
    const list = new LossList(trace, rules).update();
    expect([...list.timeS.subarray(0, list.count)]).toEqual([1, 2, 3]);
    expect([...list.kind.subarray(0, list.count)]).toEqual([0, 1, 2]);
    trace.focus = 1; // sends in the reverse direction
    list.update();
    expect([...list.timeS.subarray(0, list.count)]).toEqual([4]);
  });
});

describe('states of the channels', () => {
  it('are bands from bad to good, the last one until now', () => {
    const info = { ...INFO, hops: INFO.hops.map((hop) => ({ ...hop, loss_kind: 'markov' })) };
    const trace = new LaneTrace(info);
    const chunk = chunkOf(
      0,
      [],
      [
        [10, 5, FORWARD],
        [12, 5, FORWARD],
        [20, 5, BACKWARD],
      ],
      30,
    );
    chunk.events.terms[0] = 1;
    chunk.events.terms[16] = 1;
    trace.write(chunk);
    expect(stateBands(trace, rules)).toEqual([
      { fromS: 10, toS: 12, kind: 'bad', label: 'bad channel' },
      { fromS: 20, toS: 30, kind: 'bad', label: 'bad channel' },
    ]);
  });
});

describe('beyond what a run keeps of its events', () => {
  it('a state that was open there is not said to last until now', () => {
    const info = { ...INFO, hops: INFO.hops.map((hop) => ({ ...hop, loss_kind: 'markov' })) };
    const trace = new LaneTrace(info);
    const chunk = chunkOf(
      0,
      [],
      [
        [10, 5, FORWARD],
        [20, 5, BACKWARD],
      ],
      30,
    );
    chunk.events.terms[0] = 1;
    chunk.events.terms[8] = 1;
    // The run counted three state changes, but only two are stored.
    chunk.events.counts = Float64Array.of(0, 0, 0, 0, 0, 3);
    trace.write(chunk);
    expect(stateBands(trace, rules)).toMatchObject([
      { fromS: 10, toS: 20 },
      { fromS: 20, toS: 20 },
    ]);
  });
});

describe('the phases of a sender', () => {
  const info = {
    ...INFO,
    series: ['cwnd', 'ssthresh'].map((series) => ({
      source: { kind: 'flow' as const, index: 0 },
      series,
      estimator: null,
      shown: null,
      unit: '',
    })),
  };
  const column = (id: number, samples: [number, number][]) => ({ ...chunkOf(0, samples).series[0], id });
  function traceOf(events: [number, number, number][]): LaneTrace {
    const trace = new LaneTrace(info);
    const chunk = chunkOf(0, [], events, 40);
    chunk.series = [
      column(0, [
        [0, 3],
        [5, 20],
        [10, 10],
        [12, 11],
        [30, 1],
        [35, 6],
      ]),
      column(1, [
        [10, 10],
        [30, 5],
      ]),
    ] as typeof chunk.series;
    trace.write(chunk);
    return trace;
  }

  it('are slow start until ssthresh, recovery until it is over, slow start again after a timeout', () => {
    const list = phasesOf(
      traceOf([
        [10, 3, 0],
        [11, 6, 0],
        [30, 2, 0],
      ]),
      rules,
    );
    const at = (timeS: number) => phaseAt(list, timeS);
    expect(at(1)).toBe(PHASE.slowStart);
    expect(at(10.5)).toBe(PHASE.recovery);
    expect(at(11.5)).toBe(PHASE.avoidance);
    expect(at(29)).toBe(PHASE.avoidance);
    expect(at(31)).toBe(PHASE.slowStart);
    expect(at(36)).toBe(PHASE.avoidance);
    expect(at(-1)).toBe(PHASE.none);
  });

  it('are not made up where the run only counted what turns them', () => {
    const trace = traceOf([[10, 3, 0]]);
    const chunk = chunkOf(0, [], [], 40);
    chunk.series = [];
    // Two fast retransmits were counted, but the second one and the end of recovery are not stored.
    chunk.events.counts = Float64Array.of(0, 0, 0, 2);
    trace.write(chunk);
    const list = phasesOf(trace, rules);
    expect(phaseAt(list, 10.5)).toBe(PHASE.recovery);
    expect(phaseAt(list, 12)).toBe(PHASE.none);
    expect(phaseAt(list, 36)).toBe(PHASE.none);
  });

  it('begin with what held where a trace begins in the middle', () => {
    expect(phaseAt(phasesOf(traceOf([]), rules, PHASE.recovery), 1)).toBe(PHASE.none);
    expect(phaseAt(phasesOf(traceOf([]), rules), 1)).toBe(PHASE.slowStart);
  });
});
