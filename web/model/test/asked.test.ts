import { expect, it } from 'vitest';
import { decodeLink } from '../src/link/codec.ts';
import { createLabStore } from '../src/store.ts';

it('a link to an open question asks it again, and shows nothing of the answer', () => {
  const store = createLabStore();
  const link = decodeLink('v1/gm04-table1?future=asked');
  expect(link.problems).toEqual([]);
  store.getState().actions.openLink(link, true);
  const { ask, view, clock } = store.getState();
  expect(ask).toMatchObject({ stage: 'open', answer: null });
  expect([clock.timeS, clock.playing, view.hidesFuture]).toEqual([250, false, true]);
});

it('a link to a question of a scenario without one hides the future alone', () => {
  const store = createLabStore();
  store.getState().actions.openLink(decodeLink('v1/two-flows?future=asked'), false);
  expect(store.getState().ask).toBeNull();
  expect(store.getState().view.hidesFuture).toBe(true);
});
