import { decodeLink } from '@ackscope/model';
import { afterEach, expect, it, vi } from 'vitest';
import { followAddress } from '../src/lab/address.ts';
import { createLabAt } from '../src/lab/createLab.ts';
import { fakeEngine } from './fakeEngine.ts';

afterEach(() => {
  vi.useRealTimers();
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
  // The address follows the clock once a second.
  expect(location.hash).toBe('#v1/gm04-table1');
  actions.change([{ path: 'seed', value: 7 }]);
  vi.advanceTimersByTime(300);
  expect(location.hash).toContain('#v1/gm04-table1?seed=7');
  stop();
  close();
});
