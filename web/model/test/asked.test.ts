import { expect, it } from 'vitest';
import { decodeLink } from '../src/link/codec.ts';
import { shownRange } from '../src/slices/ask.ts';
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

it('a question closes the causes of the one before, and no other drawer', () => {
  const store = createLabStore();
  const { actions } = store.getState();
  actions.openLink(decodeLink('v1/gm04-table1'), true);
  for (const [drawer, after] of [
    ['causes', null],
    ['numbers', 'numbers'],
  ] as const) {
    actions.openDrawer(drawer);
    actions.beginAsk();
    expect(store.getState().ask?.stage).toBe('open');
    expect(store.getState().view.drawer).toBe(after);
  }
});

it('a link that names a time beside an open question says that the question has its own', () => {
  const opened = (link: string): readonly unknown[] => {
    const store = createLabStore();
    store.getState().actions.openLink(decodeLink(link), true);
    const { clock, scenario } = store.getState();
    return [clock.timeS, ...scenario.notices];
  };
  expect(opened('v1/gm04-table1?future=asked&t=3')).toEqual([
    250,
    't=3 is left out: the clock stands at the question (future=asked).',
  ]);
  expect(opened('v1/gm04-table1?t=250&future=asked')).toEqual([250]);
  expect(opened('v1/two-flows?t=3&future=asked')).toEqual([3]);
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

it('what a link shows enlarged stays when it is played, and when it is played again from the end', () => {
  const lanes = [{ label: 'newreno', algorithm: 'newreno' }];
  for (const autoplay of [true, false]) {
    const store = createLabStore();
    const { actions } = store.getState();
    const shown = (): readonly unknown[] => [
      store.getState().clock.timeS,
      ...(store.getState().view.timeRange ?? []),
    ];
    actions.openLink(decodeLink('v1/gm04-table1?zoom=400..500'), autoplay);
    actions.runBegan(lanes, 1000, store.getState().scenario.wanted, []);
    expect(store.getState().clock.playing).toBe(autoplay);
    actions.play();
    actions.tick(0.1);
    expect(shown()).toEqual([400, 400, 500]);
    actions.pause();
    actions.setTimeRange([900, 1000]);
    actions.seek(1000);
    actions.play();
    expect(shown()).toEqual([900, 900, 1000]);
  }
});

it('up to an answer the range is that of the question, with as much before it as after it, and a zoom begins there', () => {
  const store = createLabStore();
  const { actions } = store.getState();
  actions.openLink(decodeLink('v1/gm04-table1?future=asked'), true);
  // The question stands at 250 s. Of a run of 400 s, 150 s are after it, and 150 s before it begin at 100 s.
  actions.runBegan([{ label: 'newreno', algorithm: 'newreno' }], 400, store.getState().scenario.wanted, []);
  expect(shownRange(store.getState())).toEqual([100, 400]);
  expect(store.getState().view.timeRange).toBeNull();
  actions.zoom(0.5, 250);
  expect(shownRange(store.getState())).toEqual([175, 325]);
  actions.setTimeRange(null);
  actions.hideFuture(false);
  expect(shownRange(store.getState())).toBeNull();
});
