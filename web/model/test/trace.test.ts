import { MARK_KIND } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import {
  explanationsAt,
  isOfQueue,
  leftOut,
  MarkList,
  markNear,
  ruleTable,
  stepEvent,
} from '../src/events.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

const rules = ruleTable(CATALOGUE);
const CHANNEL = 0x8000_0000;

function laneWith(events: readonly (readonly [number, number, number])[]): LaneRun {
  const trace = new LaneTrace(INFO);
  trace.write(chunkOf(0, [], events, 1000));
  return {
    label: 'newreno',
    algorithm: 'newreno',
    info: INFO,
    trace,
    results: null,
    resultsS: 1000,
    done: true,
    stale: false,
    error: null,
  };
}

const traces = ({ trace }: LaneRun): LaneTrace[] => (trace === null ? [] : [trace]);

describe('a growing series', () => {
  it('holds its last value until the next bin', () => {
    const trace = new LaneTrace(INFO);
    trace.write(
      chunkOf(0, [
        [0, 3],
        [10, 6],
      ]),
    );
    const [cwnd] = trace.series;
    expect(cwnd?.at(-1)).toBeNaN();
    expect(cwnd?.at(0)).toBe(3);
    expect(cwnd?.at(9.99)).toBe(3);
    expect(cwnd?.at(1e6)).toBe(6);
  });

  it('replaces everything from the first rewritten bin on, also when bins were merged', () => {
    const trace = new LaneTrace(INFO);
    trace.write(
      chunkOf(
        0,
        Array.from({ length: 300 }, (_, at) => [at, at] as const),
      ),
    );
    trace.write(
      chunkOf(
        0,
        Array.from({ length: 150 }, (_, at) => [2 * at, 2 * at + 1] as const),
      ),
    );
    const [cwnd] = trace.series;
    expect(cwnd?.count).toBe(150);
    expect(cwnd?.at(250)).toBe(251);
    expect(cwnd?.at(299)).toBe(299);
  });
});

describe('a series that nobody reads', () => {
  it('is whole when somebody does, however many chunks have come', () => {
    const trace = new LaneTrace(INFO);
    for (let at = 0; at < 100; at += 1) trace.write(chunkOf(at, [[at, at % 7]]));
    const [cwnd] = trace.series;
    expect(cwnd?.count).toBe(100);
    expect(cwnd?.peak).toBe(6);
    expect(Array.from(cwnd?.timeS.subarray(0, 100) ?? [])).toEqual(
      Array.from({ length: 100 }, (_, at) => at),
    );
    expect(cwnd?.at(50.5)).toBe(50 % 7);
  });
});

describe('marks', () => {
  it('are of the compared flow, not of others or of a channel', () => {
    const lane = laneWith([
      [1, 1, 1],
      [2, 4, CHANNEL],
      [3, 1, 0],
      [4, 0, 0],
    ]);
    expect(lane.trace && new MarkList(lane.trace, rules).update().count).toBe(1);
    expect(markNear(0, lane.trace, rules, 1000, Infinity)?.timeS).toBe(3);
  });

  it('are one where a cut and its retransmission fall together, and the cut explains it', () => {
    const lane = laneWith([
      [5, 3, 0],
      [5, 1, 0],
      [6, 2, 0],
    ]);
    const list = lane.trace && new MarkList(lane.trace, rules).update();
    expect([...(list?.timeS.subarray(0, list.count) ?? [])]).toEqual([5, 6]);
    expect([...(list?.kind.subarray(0, list.count) ?? [])]).toEqual([
      MARK_KIND.fastRetransmit,
      MARK_KIND.timeout,
    ]);
    expect(markNear(0, lane.trace, rules, 5, Infinity)?.rule.kind).toBe('window-cut');
  });

  it('are those of the flow that was picked out, from the beginning', () => {
    const lane = laneWith([
      [5, 1, 0],
      [6, 2, 1],
    ]);
    if (lane.trace === null) throw new Error('no trace');
    const list = new MarkList(lane.trace, rules).update();
    expect([...list.timeS.subarray(0, list.count)]).toEqual([5]);
    lane.trace.focus = 1;
    list.update();
    expect([...list.timeS.subarray(0, list.count)]).toEqual([6]);
    expect(markNear(0, lane.trace, rules, 10, Infinity)?.timeS).toBe(6);
  });

  it('end where the run began to count only, and it is said how many there were', () => {
    const trace = new LaneTrace(INFO);
    const chunk = chunkOf(
      0,
      [],
      [
        [5, 1, 0],
        [7, 1, 0],
        [8, 2, 0],
      ],
      10,
    );
    // Rule 1 was applied nine times, but only two events are stored; rule 2 was applied once.
    chunk.events.counts = Float64Array.of(0, 9, 1, 0, 0);
    trace.write(chunk);
    expect(leftOut(trace, rules, ['timeout'])).toBeNull();
    expect(leftOut(trace, rules, ['window-cut', 'timeout'])).toEqual({ fromS: 7, count: 7 });
  });

  it('grow with the events without being collected anew', () => {
    const trace = new LaneTrace(INFO);
    const list = new MarkList(trace, rules);
    for (let at = 0; at < 200; at += 1) trace.write(chunkOf(0, [], [[at, 1, 0]], at));
    expect(list.update().count).toBe(200);
    expect(list.update().count).toBe(200);
  });

  it('are found near a press and not farther', () => {
    const lane = laneWith([
      [10, 1, 0],
      [20, 1, 0],
    ]);
    expect(markNear(0, lane.trace, rules, 18, 3)?.timeS).toBe(20);
    expect(markNear(0, lane.trace, rules, 15, 3)).toBeNull();
  });

  it('are stepped through in their lane, in either direction, and no step leaves it', () => {
    const lane = laneWith([
      [10, 1, 0],
      [30, 1, 0],
    ]);
    expect(stepEvent(1, traces(lane), rules, 10, 1)).toMatchObject({ lane: 1, timeS: 30 });
    expect(stepEvent(1, traces(lane), rules, 30, 1)).toBeNull();
    expect(stepEvent(1, traces(lane), rules, 30, -1)).toMatchObject({ timeS: 10 });
    expect(stepEvent(1, traces(lane), rules, 10, -1)).toBeNull();
  });

  it('are what the algorithm decided, where no mark is left', () => {
    const cut = rules.get(1);
    if (cut === undefined) throw new Error('no rule');
    const withDecision = new Map(rules).set(9, { ...cut, id: 9, kind: 'decision' });
    const lane = laneWith([
      [10, 9, 0],
      [20, 1, 0],
      [30, 9, 0],
    ]);
    expect(stepEvent(0, traces(lane), withDecision, 0, 1)?.timeS).toBe(20);
    expect(stepEvent(0, traces(lane), withDecision, 20, 1)?.timeS).toBe(30);
    expect(stepEvent(0, traces(lane), withDecision, 20, -1)?.timeS).toBe(10);
  });
});

describe('what a queue did', () => {
  const bottleneck = CHANNEL;
  const [cut, decision, phase, mark] = [1, 9, 10, 11];
  const queueRules = new Map(rules);
  for (const [id, kind] of [
    [decision, 'decision'],
    [phase, 'phase'],
    [mark, 'mark'],
  ] as const) {
    const like = rules.get(cut);
    if (like !== undefined) queueRules.set(id, { ...like, id, kind });
  }
  // The flow in focus sends forward, so the backward channel's mark at 3 s is not in its queue.
  const lane = laneWith([
    [1, cut, 0],
    [2, mark, bottleneck],
    [3, mark, bottleneck + 1],
    [4, phase, bottleneck],
    [4, 4, bottleneck],
    [5, decision, bottleneck],
    [6, cut, 0],
  ]);
  const step = (timeS: number, direction: 1 | -1) =>
    stepEvent(0, traces(lane), queueRules, timeS, direction, 'queue');

  it('is stepped through by itself: marks and drops, then its own decisions', () => {
    expect(step(0, 1)).toMatchObject({ timeS: 2, rule: { kind: 'mark' } });
    expect(step(2, 1)).toMatchObject({ timeS: 4, rule: { kind: 'drop' } });
    expect(step(4, 1)).toMatchObject({ timeS: 5, rule: { kind: 'decision' } });
    expect(step(5, 1)).toBeNull();
    expect(step(5, -1)).toMatchObject({ timeS: 4 });
    expect(stepEvent(0, traces(lane), queueRules, 1, 1)).toMatchObject({
      timeS: 6,
      rule: { kind: 'window-cut' },
    });
  });

  it('is picked where a row shows it, and explained with what the queue did at that instant', () => {
    expect(markNear(0, lane.trace, queueRules, 2.4, 3, ['drop'])).toMatchObject({ timeS: 4 });
    expect(markNear(0, lane.trace, queueRules, 2.4, 1, ['drop'])).toBeNull();
    const picked = markNear(0, lane.trace, queueRules, 2.4, 3, ['mark', 'drop']);
    expect(picked).toMatchObject({ timeS: 2, rule: { kind: 'mark' } });
    expect(picked !== null && isOfQueue(picked)).toBe(true);
    const dropped = step(2, 1);
    const all = dropped === null ? [] : explanationsAt(queueRules, dropped);
    expect(all.map(({ rule }) => rule.kind)).toEqual(['drop', 'phase']);
  });

  it('is found in a replayed range where the record has no more', () => {
    const again = new LaneTrace(INFO);
    again.write(chunkOf(0, [], [[7, mark, bottleneck]], 10));
    const record = traces(lane);
    expect(stepEvent(0, [again, ...record], queueRules, 2, 1, 'queue')).toMatchObject({ timeS: 4 });
    const found = stepEvent(0, [again, ...record], queueRules, 4, 1, 'queue');
    expect(found).toMatchObject({ timeS: 7, index: 0 });
    expect(found?.trace).toBe(again);
  });
});
