import { DEFAULT_ROWS, decodeLink } from '@ackscope/model';
import { afterEach, expect, it, vi } from 'vitest';
import { currentLink, followAddress } from '../src/address/address.ts';
import { createLabAt } from '../src/lab/createLab.ts';
import { fakeEngine } from './fakeEngine.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a row that is none is named, and the others are shown', () => {
  const opened = (hash: string) => {
    history.replaceState(null, '', `/${hash}`);
    const { store, close } = createLabAt(fakeEngine({ auto: true }), decodeLink(hash), false);
    const stop = followAddress(store, hash, false);
    const { view, scenario } = store.getState();
    stop();
    close();
    return { rows: view.rows, notices: scenario.notices };
  };
  expect(opened('#v1/gm04-table1?rows=cwnd,show-delta')).toEqual({
    rows: ['cwnd', 'show-delta'],
    notices: [],
  });
  expect(opened('#v1/gm04-table1?rows=cwnd,foo,bar')).toEqual({
    rows: ['cwnd'],
    notices: ['There is no row named “foo” or “bar”.'],
  });
  expect(opened('#v1/gm04-table1?rows=foo')).toEqual({
    rows: DEFAULT_ROWS,
    notices: ['There is no row named “foo”.'],
  });
});

it('a changed knob does not wait for the clock that plays', async () => {
  history.replaceState(null, '', '/#v1/gm04-table1');
  const { store, close } = createLabAt(fakeEngine({ auto: true }), decodeLink(location.hash), false);
  await vi.waitFor(() => expect(store.getState().run.status).toBe('done'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followAddress(store, location.hash, false);
  const { actions } = store.getState();
  actions.play();
  actions.tick(1);
  expect(store.getState().clock.timeS).toBeGreaterThan(0);
  vi.advanceTimersByTime(600);
  // While the clock plays, the address is updated once a second.
  expect(location.hash).toBe('#v1/gm04-table1');
  actions.change([{ path: 'seed', value: 7 }]);
  vi.advanceTimersByTime(300);
  expect(location.hash).toContain('#v1/gm04-table1?seed=7');
  stop();
  close();
});

it('while a scenario is on its way from elsewhere, the address stays as a reload needs it', async () => {
  history.replaceState(null, '', '/?scenario=https://a.example/b.json');
  const { store, close } = createLabAt(fakeEngine({ auto: true }), decodeLink(''), false);
  let come = (): void => undefined;
  const coming = new Promise<void>((resolve) => (come = resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followAddress(store, '', false, coming);
  store.getState().actions.change([{ path: 'seed', value: 7 }]);
  vi.advanceTimersByTime(2000);
  expect(location.hash).toBe('');
  come();
  await coming;
  await Promise.resolve();
  expect(location.hash).toContain('seed=7');
  stop();
  close();
});

it('a copied link compares with the run before, as the screen does', async () => {
  history.replaceState(null, '', '/#v1/gm04-table1');
  const { store, close } = createLabAt(fakeEngine({ auto: true }), decodeLink(location.hash), false);
  const { actions } = store.getState();
  const done = () => vi.waitFor(() => expect(store.getState().run.status).toBe('done'), 10_000);
  const referenceOf = () => decodeLink(new URL(currentLink(store, '1.0.0')).hash).view.ref;
  await done();
  expect(referenceOf()).toBeNull();
  actions.change([{ path: 'seed', value: 7 }]);
  await vi.waitFor(() => expect(store.getState().reference.run).not.toBeNull(), 10_000);
  await done();
  expect(referenceOf()).toBe('v1/gm04-table1');
  actions.change([{ path: 'seed', value: 8 }]);
  await vi.waitFor(() => expect(referenceOf()).toBe('v1/gm04-table1?seed=7'), 10_000);
  close();
});

it('a time beside an open question leaves the address, and the reader is told', async () => {
  const hash = '#v1/gm04-table1?future=asked&t=3';
  history.replaceState(null, '', `/${hash}`);
  const { store, close } = createLabAt(fakeEngine({ auto: true }), decodeLink(hash), false);
  const stop = followAddress(store, hash, false);
  expect(store.getState().clock.timeS).toBe(250);
  expect(store.getState().scenario.notices).toEqual([
    't=3 is left out: the clock stands at the question (future=asked).',
  ]);
  await vi.waitFor(() => expect(location.hash).toBe('#v1/gm04-table1?future=asked'));
  stop();
  close();
});
