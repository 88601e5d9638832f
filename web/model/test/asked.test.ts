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

it('a scenario that waits for consent has nothing of the last one under its title; a change of a scenario has', () => {
  const store = createLabStore();
  const { actions } = store.getState();
  const lanes = [{ label: 'newreno', algorithm: 'newreno' }];
  const question = { cost: { segments: 1e9, memoryBytes: 0 }, segmentsPerS: 1 } as never;
  actions.runBegan(lanes, 10, { seed: 1 }, []);
  actions.change([{ path: 'seed', value: 3 }]);
  actions.costAsked(question);
  expect(store.getState().run.lanes).toHaveLength(1);
  actions.choosePreset('two-flows', false);
  actions.costAsked(question);
  expect(store.getState().run).toMatchObject({ lanes: [], scenario: null });
});
