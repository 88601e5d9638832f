import { createLabStore, decodeLink, startRunner } from '@ackscope/model';
import { afterEach, expect, it, vi } from 'vitest';
import type { Lab } from '../src/lab/context.ts';
import { waitForHand } from '../src/jobs/jobs.ts';
import { landscapesOf } from '../src/landscape/follow.ts';
import { fakeEngine } from './fakeEngine.ts';

afterEach(() => {
  vi.useRealTimers();
});

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('asks about no place of a knob between its turn and the end of the new run, nor while something changes', async () => {
  vi.useFakeTimers();
  const fake = fakeEngine();
  let checks = 0;
  const engine = {
    ...fake,
    check(text: string) {
      checks += 1;
      return fake.check(text);
    },
  };
  const store = createLabStore();
  const { actions } = store.getState();
  actions.openLink(decodeLink('#v1/gm04-table1'), true);
  let frames: (() => void)[] = [];
  const settle = (callback: () => void): void => callback();
  const runner = startRunner(engine, store, { schedule: (callback) => frames.push(callback), settle });
  const finish = async (): Promise<void> => {
    await turns();
    fake.finish();
    while (frames.length > 0) {
      const due = frames;
      frames = [];
      for (const frame of due) frame();
      await turns();
    }
  };
  actions.pause();
  await finish();
  expect(store.getState().run.status).toBe('done');
  checks = 0;

  const leaveHand = waitForHand(engine, store);
  const leave = landscapesOf({ store, engine } as unknown as Lab).subscribe(() => undefined);
  for (let zoomed = 1; zoomed < 10; zoomed += 1) {
    await vi.advanceTimersByTimeAsync(200);
    actions.setTimeRange([0, 1000 - zoomed]);
    expect(checks).toBe(0);
  }
  await vi.advanceTimersByTimeAsync(400);
  expect(checks).toBeGreaterThan(10);

  checks = 0;
  actions.change([{ path: 'flows.0.rtt', value: '90ms' }]);
  await vi.advanceTimersByTimeAsync(1000);
  // The run before is still on the screen; the runner checks the new scenario.
  expect(store.getState().run.status).toBe('done');
  expect(checks).toBe(1);
  await finish();
  await vi.advanceTimersByTimeAsync(400);
  expect(checks).toBeGreaterThan(10);
  leave();
  leaveHand();
  runner.dispose();
});
