import { expect, it } from 'vitest';
import { createLabStore } from '@ackscope/model';
import { rowsOnScreen } from '../src/lanes/rows.ts';
import type { LaneView } from '../src/laneData/laneData.ts';

it('lanes that share a chart show the queue in one direction, and their rows stay the same list', () => {
  const store = createLabStore();
  store.getState().actions.setRows(['cwnd', 'queue-ways']);
  const state = store.getState();
  const shared = rowsOnScreen(state, [], false, true);
  expect(shared).toEqual(['cwnd', 'queue']);
  expect(rowsOnScreen(state, [], false, true)).toBe(shared);
  expect(rowsOnScreen(state, [], true)).toEqual(['cwnd', 'queue-ways']);
});

it('goes from curves over rounds of segments to single packets as one zooms in, in all lanes or in none', () => {
  const state = createLabStore().getState();
  // 2 Mbit/s are 167 packets of 1500 bytes in a second.
  const info = { flows: [{ packet_bytes: 1500 }], hops: [{ rate_bps: 2e6 }] };
  const lane = (packets: object | null) =>
    ({ run: { trace: { info } }, data: { packets } }) as unknown as LaneView;
  const rows = (spanS: number, lanes: readonly LaneView[]): readonly string[] =>
    rowsOnScreen({ run: state.run, view: { ...state.view, timeRange: [10, 10 + spanS] } }, lanes, true);
  const [known, unknown] = [lane({}), lane(null)];
  const curves = rows(60, [known, known, known]);
  expect(curves).toContain('bwe');
  expect(rows(7.3, [known, known, known])).toEqual(curves);
  expect(rows(7.1, [known, known, known])).toEqual(['cwnd', 'queue', 'sequence']);
  expect(rows(0.73, [known, known, known])).toEqual(['cwnd', 'queue', 'sequence']);
  expect(rows(0.71, [known, known, known])).toEqual(['sequence', 'ladder']);
  expect(rows(0.71, [known, unknown, known])).toEqual(curves);
});
