import type { HopWindow, LaneInfo } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { queueDelays, totals } from '../src/selectors.ts';
import type { IntervalRow } from '../src/selectors.ts';
import { DEFAULT_ROWS, ownStates, shownRows } from '../src/slices/view.ts';
import type { LaneRun } from '../src/slices/run.ts';
import { createLabStore } from '../src/store.ts';
import { INFO } from './trace.ts';

const ONE_WAY = { ...INFO, flows: INFO.flows.filter(({ direction }) => direction === 'forward') };

/** A lane that also records these series of its hop. */
function laneWith(...names: string[]): LaneRun {
  const own = names.map((series) => ({
    source: { kind: 'hop' as const, hop: 0, direction: 'forward' as const },
    series,
    estimator: null,
    shown: null,
  }));
  const info = { ...ONE_WAY, series: [...INFO.series, ...own] } as LaneInfo;
  return { info } as LaneRun;
}

function interval(fromS: number, hop: Partial<HopWindow>): IntervalRow {
  return { fromS, toS: fromS + 10, isFinal: true, flow: {}, hop, references: [] } as unknown as IntervalRow;
}

describe('the rows that nobody has chosen', () => {
  it('suit the run: its marks where a queue marks, two queues where all lanes have two', () => {
    expect(shownRows(DEFAULT_ROWS, [laneWith()])).toBe(DEFAULT_ROWS);
    expect(shownRows(DEFAULT_ROWS, [laneWith('marks'), laneWith()])).toEqual(['cwnd', 'queue', 'marks']);
    // Where others send in the direction of the ACKs, the queue has two sides.
    expect(shownRows(DEFAULT_ROWS, [{ info: INFO } as LaneRun])).toEqual(['cwnd', 'queue-ways', 'bwe']);
    const [one, two] = [laneWith('marks'), laneWith('marks', 'queue-l', 'queue-c')];
    expect(shownRows(DEFAULT_ROWS, [two, two])).toEqual(['cwnd', 'queue-lines', 'marks']);
    expect(shownRows(DEFAULT_ROWS, [one, two])).toEqual(['cwnd', 'queue', 'marks']);
  });

  it('go on with what scripts show in rows of their own, and are the same list for the same states', () => {
    const showing = (...states: [string, string][]): LaneRun => {
      const series = states.map(([name, row]) => ({
        source: { kind: 'flow' as const, index: 0 },
        series: 'shown',
        estimator: null,
        shown: { name, row },
        unit: 's',
      }));
      const info: LaneInfo = { ...ONE_WAY, series: [...INFO.series, ...series] };
      return { info } as LaneRun;
    };
    const lanes = [showing(['k', 'own'], ['w', 'window']), showing(['k', 'own'], ['n', 'own']), laneWith()];
    expect(ownStates(lanes)).toEqual([
      { name: 'k', unit: 's' },
      { name: 'n', unit: 's' },
    ]);
    const rows = shownRows(DEFAULT_ROWS, lanes);
    expect(rows).toEqual(['cwnd', 'queue', 'bwe', 'show-k', 'show-n']);
    expect(shownRows(DEFAULT_ROWS, [...lanes])).toBe(rows);
    expect(ownStates([...lanes])).toBe(ownStates(lanes));
    expect(shownRows(['cwnd'], lanes)).toEqual(['cwnd']);
    expect(shownRows(DEFAULT_ROWS, [showing(['w', 'window'])])).toBe(DEFAULT_ROWS);
  });

  it('are no longer meant once somebody has chosen, and are again once they are chosen back', () => {
    const chosen = ['cwnd', 'queue', 'bwe'];
    expect(shownRows(chosen, [laneWith('marks')])).toBe(chosen);
    const store = createLabStore();
    const { actions } = store.getState();
    actions.setRows(['cwnd', 'rtt']);
    expect(store.getState().view.rows).toEqual(['cwnd', 'rtt']);
    actions.setRows(chosen);
    expect(store.getState().view.rows).toBe(DEFAULT_ROWS);
  });
});

describe('marks among the results', () => {
  it('are added over the intervals, and absent where the queue cannot mark', () => {
    const sum = totals([interval(0, { marks: 3, drops: 1 }), interval(10, { marks: 4, drops: 0 })]);
    expect([sum.marks, sum.drops]).toEqual([7, 1]);
    expect(totals([interval(0, { drops: 2 })]).marks).toBeNull();
  });

  it('stand beside the waiting times of both queues', () => {
    const hop = { l4s_packets: 10, p50_l4s_queueing_delay_s: 0.0002, p99_classic_queueing_delay_s: 0.02 };
    expect(queueDelays(interval(0, hop))).toEqual([
      { name: 'L4S', p50S: 0.0002, p95S: null, p99S: null },
      { name: 'classic', p50S: null, p95S: null, p99S: 0.02 },
    ]);
    expect(queueDelays(interval(0, { marks: 3 }))).toEqual([]);
  });
});
