/** With a hidden future, cursors tell nothing that comes after the clock. */
import { decodeLink } from '@ackscope/model';
import type { Cursors } from '@ackscope/model';
import { expect, it } from 'vitest';
import { cursorsOver, measured, placedCursors } from '../src/instruments/cursors/cursors.ts';
import { mountLabAt } from '../src/lab/mountLab.ts';
import { rowOf } from '../src/lanes/rows.ts';
import { fakeEngine } from './fakeEngine.ts';

async function labAt(link: string) {
  const { lab, close } = mountLabAt(fakeEngine({ auto: true }), decodeLink(link), false);
  await expect.poll(() => lab.store.getState().run.status).toBe('done');
  const [lane] = lab.laneViews(lab.store.getState());
  const row = rowOf(lab, 'cwnd');
  if (lane === undefined || row === undefined) throw new Error('no lane');
  return {
    lab,
    close,
    between: (a: number, b: number, untilS: number) => measured(lane, row, [a, b], untilS),
  };
}

it('measures the part that is seen, and nothing if there is none', async () => {
  const { between, close } = await labAt('#v1/gm04-table1');
  for (const [a, b] of [
    [20, 60],
    [60, 20],
    [20, 20],
    [12, 60],
  ] as const)
    expect(between(a, b, 12), `${a} to ${b} s at 12 s`).toBeNull();
  expect(between(5, 60, 12)).toEqual(between(5, 12, Infinity));
  expect(between(20, 60, Infinity)).not.toBeNull();
  close();
});

it('takes no level from a future that is hidden', async () => {
  const future: Cursors = { timeS: [20, 60], row: 'queue', levels: [1, 2] };
  const { lab, close } = await labAt('#v1/gm04-table1?t=12&zoom=20..60&future=hidden');
  expect(cursorsOver(lab, future, 'cwnd').levels).toBeNull();
  expect(placedCursors(lab).levels).toBeNull();
  lab.store.getState().actions.hideFuture(false);
  expect(cursorsOver(lab, future, 'cwnd').levels).not.toBeNull();
  close();
});
