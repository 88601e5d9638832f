import { createLabStore, decodeLink, startRunner } from '@ackscope/model';
import { expect, it } from 'vitest';
import type { Lab } from '../src/lab/context.ts';
import { landscapesOf } from '../src/landscape/follow.ts';
import { fakeEngine } from './fakeEngine.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('asks about no place of a knob between its turn and the end of the new run', async () => {
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

  const leave = landscapesOf({ store, engine } as unknown as Lab).subscribe(() => undefined);
  await turns();
  expect(checks).toBeGreaterThan(10);

  checks = 0;
  actions.change([{ path: 'flows.0.rtt', value: '90ms' }]);
  await turns();
  // The run before is still on the screen; the runner checks the new scenario.
  expect(store.getState().run.status).toBe('done');
  expect(checks).toBe(1);
  await finish();
  expect(checks).toBeGreaterThan(10);
  leave();
  runner.dispose();
});
