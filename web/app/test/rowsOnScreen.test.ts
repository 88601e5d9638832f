import { expect, it } from 'vitest';
import { createLabStore } from '@ackscope/model';
import { rowsOnScreen } from '../src/lanes/rows.ts';

it('lanes that share a chart show the queue in one direction, and their rows stay the same list', () => {
  const store = createLabStore();
  store.getState().actions.setRows(['cwnd', 'queue-ways']);
  const state = store.getState();
  const shared = rowsOnScreen(state, [], false, true);
  expect(shared).toEqual(['cwnd', 'queue']);
  expect(rowsOnScreen(state, [], false, true)).toBe(shared);
  expect(rowsOnScreen(state, [], true)).toEqual(['cwnd', 'queue-ways']);
});
