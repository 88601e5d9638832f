import { describe, expect, it } from 'vitest';
import { stateRow } from '../src/derive/states.ts';
import { mainColumns } from '../src/draw/row.ts';
import { rowsById } from '../src/rows/index.ts';
import type { LaneData, RowDefinition, TraceColumns } from '../src/types.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

const curve = (info: Partial<TraceColumns['info']>): TraceColumns => ({
  ...columnsOf([
    [0, 1],
    [1, 2],
  ]),
  info: { series: 'shown', estimator: null, ...info },
});
const state = (name: string, row: string): TraceColumns => curve({ shown: { name, row } });

const lane = laneOf({
  cwnd: [curve({ series: 'cwnd' })],
  rtt: [curve({ series: 'rtt' })],
  bwe: [curve({ series: 'bwe', estimator: 'script', shown: { name: 'rate', row: 'bwe' } })],
  shown: [state('bits', 'bwe'), state('low', 'rtt'), state('w_max', 'window'), state('k', 'own')],
});

const labels = (row: RowDefinition | undefined, of: LaneData): string[] =>
  (row?.layers(of) ?? []).map(({ label }) => label);

describe('states that a script shows', () => {
  it('stand beside the curves of their row, each under its name', () => {
    const [cwnd, bwe, rtt] = rowsById(['cwnd', 'bwe', 'rtt']);
    expect(labels(cwnd, lane)).toEqual(['cwnd', 'w_max']);
    expect(labels(rtt, lane)).toEqual(['RTT', 'low']);
    expect(labels(bwe, lane)).toEqual(['rate', 'bits']);
  });

  it('stand beside estimates, which have the names of their algorithms', () => {
    const estimates = ['ewma-0.9', 'linux-double', 'script'].map((estimator) =>
      curve({ series: 'bwe', estimator }),
    );
    const [bwe] = rowsById(['bwe']);
    expect(labels(bwe, laneOf({ bwe: estimates }))).toEqual(['Westwood+', 'Westwood+ of Linux', 'script']);
  });

  it('leave the row its own main curve', () => {
    const [cwnd, , rtt] = rowsById(['cwnd', 'bwe', 'rtt']);
    expect(cwnd && mainColumns(cwnd, lane)?.info.series).toBe('cwnd');
    expect(rtt && mainColumns(rtt, lane)?.info.series).toBe('rtt');
  });

  it('have a row of their own with their unit, or their unit in words', () => {
    const row = stateRow('k', 'segments/s^2');
    expect(row.id).toBe('show-k');
    expect([row.unit, row.remark?.(lane)]).toEqual(['', 'segments/s^2']);
    expect(labels(row, lane)).toEqual(['k']);
    expect(mainColumns(row, lane)?.info.shown?.name).toBe('k');
    const known = stateRow('k', 'segments');
    expect([known.unit, known.remark?.(lane)]).toEqual(['packets', '']);
    expect(stateRow('r', 'bit/s').unit).toBe('bps');
  });

  it('leave that row empty, with the reason, in a lane that has no such state', () => {
    const row = stateRow('k', 's');
    expect(row.layers(laneOf({ shown: [state('other', 'own')] }))).toEqual([]);
    expect(row.absent).toContain('does not show k');
  });
});
