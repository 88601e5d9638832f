import { createLabStore, decodeLink, startRunner } from '@ackscope/model';
import { expect, it, vi } from 'vitest';
import { pacedFrames, startPlayback } from '../src/clock/playback.ts';
import { fakeEngine } from './fakeEngine.ts';

it('asks for one frame at a time while it plays, and for none while it stands', async () => {
  let waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  let nowMs = 0;
  const pass = (): void => {
    nowMs += 20;
    const due = waiting;
    waiting = [];
    for (const callback of due) callback(nowMs);
  };

  const store = createLabStore();
  store.getState().actions.openLink(decodeLink(''), true);
  const engine = fakeEngine();
  const now = (callback: () => void): void => {
    callback();
  };
  const runner = startRunner(engine, store, { schedule: now, settle: now });
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
  engine.finish();

  let isHeld = true;
  const stop = startPlayback(store, () => isHeld);
  // The run is there, but nothing in the store changes while the page is being built.
  const before = store.getState();
  for (let frame = 0; frame < 5; frame += 1) pass();
  expect(store.getState()).toBe(before);
  isHeld = false;
  for (let frame = 0; frame < 10; frame += 1) {
    pass();
    expect(waiting).toHaveLength(1);
  }
  // The first frame only records the time; the nine following ones advance it by 20 ms each.
  const { timeS, speed } = store.getState().clock;
  expect(timeS).toBeCloseTo(9 * 0.02 * speed);

  // A tab that was asleep for an hour goes on from where it was, by a tenth of a second.
  nowMs += 3_600_000;
  pass();
  expect(store.getState().clock.timeS - timeS).toBeCloseTo(0.1 * speed);

  store.getState().actions.pause();
  pass();
  expect(waiting).toHaveLength(0);
  store.getState().actions.play();
  expect(waiting).toHaveLength(1);
  stop();
  runner.dispose();
});

it('pauses after a costly picture, but not while a line is in the hand', () => {
  let waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  let nowMs = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames = pacedFrames();
  const costly = (): void => {
    nowMs += 40;
  };
  const showOne = (): void => {
    frames.schedule(costly);
    const due = waiting;
    waiting = [];
    for (const callback of due) callback(nowMs);
  };
  for (const isInHand of [false, true]) {
    frames.isInHand = () => isInHand;
    showOne();
    frames.schedule(costly);
    // After a pause a timer shows it, else the next frame.
    expect(waiting).toHaveLength(isInHand ? 1 : 0);
    vi.runAllTimers();
    waiting = [];
    nowMs += 1000;
  }
  vi.useRealTimers();
  clock.mockRestore();
});
