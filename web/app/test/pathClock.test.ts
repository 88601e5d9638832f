import { CHANNEL_BIT, TERMS_PER_EVENT } from '@ackscope/engine';
import type { Rule } from '@ackscope/engine';
import { createLabStore, decodeLink, ruleTable, startRunner } from '@ackscope/model';
import type { LabStore, Runner } from '@ackscope/model';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringRun } from '../../engine/test/answering.ts';
import { startPathClock } from '../src/clock/pathClock.ts';
import type { PathClock } from '../src/clock/pathClock.ts';
import { FAKE_CATALOGUE, fakeEngine } from './fakeEngine.ts';
import { fakePackets } from './fakePackets.ts';

const DROP: Rule = {
  id: 99,
  key: 'channel.drop',
  kind: 'drop',
  algorithm: null,
  title: 'dropped',
  formula: '',
  terms: [],
  source: '',
};
const RULES = ruleTable({ ...FAKE_CATALOGUE, rules: [...FAKE_CATALOGUE.rules, DROP] });

/** Animation frames that pass only when the test says so. */
function frames() {
  let nowMs = 0;
  let waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => waiting.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {
    waiting = [];
  });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return async (count: number): Promise<void> => {
    for (let frame = 0; frame < count; frame += 1) {
      nowMs += 20;
      const due = waiting;
      waiting = [];
      for (const callback of due) callback(nowMs);
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    }
  };
}

describe("the path's clock", () => {
  let pass: (count: number) => Promise<void>;
  let store: LabStore;
  let clock: PathClock;
  let asked: [number, number][];

  beforeEach(async () => {
    pass = frames();
    store = createLabStore();
    store.getState().actions.openLink(decodeLink('#v1/gm04-table1?t=400'), false);
    const engine = fakeEngine();
    const now = (callback: () => void): void => {
      callback();
    };
    const real = startRunner(engine, store, { schedule: now, settle: now });
    asked = [];
    const runner: Runner = {
      asks: () => false,
      wake: () => undefined,
      ask: answeringRun({
        packets: (lane, fromS, toS) => {
          asked.push([fromS, toS]);
          return fakePackets(fromS, toS, lane);
        },
      }),
      check: (scenario) => engine.check(JSON.stringify(scenario)),
      replay: () => null,
      dispose: () => {
        real.dispose();
      },
    };
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    engine.finish();
    clock = startPathClock(store, runner, RULES, false);
  });
  afterEach(() => {
    clock.stop();
  });

  it('shows the very moment of a standing clock, and asks for every packet that can be on its way then', async () => {
    await pass(3);
    expect(clock.timeS.get()).toBe(400);
    // Half a round trip of 250 ms, and two full queues of 40 packets of 6 ms.
    expect(asked[0]?.[0]).toBeCloseTo(400 - 0.125 - 0.48);
    expect(asked[0]?.[1]).toBeGreaterThan(400);
    expect(clock.log.get()?.from_s).toBe(asked[0]?.[0]);
  });

  it('does nothing while nothing moves', async () => {
    await pass(10);
    expect(asked).toHaveLength(1);
  });

  it('follows packets slowly while the clock runs fast, then takes the clock up again', async () => {
    await pass(3);
    const { actions } = store.getState();
    actions.setSpeed(50);
    actions.play();
    await pass(25);
    // In half a second the packets move by half a second of slow motion, not by 25 s.
    expect(clock.timeS.get() - 400).toBeGreaterThan(0.01);
    expect(clock.timeS.get() - 400).toBeLessThan(0.1);
    actions.seek(500);
    await pass(100);
    expect(clock.timeS.get()).toBeGreaterThanOrEqual(500);
    expect(clock.timeS.get()).toBeLessThan(501);
  });

  it('takes up a loss that the fast clock has passed, and at the next moment the clock again', async () => {
    await pass(3);
    const { actions, run, view } = store.getState();
    run.lanes[view.lane]?.trace?.events.append({
      time_s: Float64Array.of(450),
      rule: Uint16Array.of(DROP.id),
      source: Uint32Array.of(CHANNEL_BIT),
      terms: new Float64Array(TERMS_PER_EVENT),
      counts: new Float64Array(0),
    });
    actions.setSpeed(50);
    actions.play();
    await pass(2);
    actions.seek(500);
    // At 20 ms a frame, 92 frames are about 1.8 s: the time for which a moment is followed.
    await pass(92);
    expect(clock.timeS.get()).toBeLessThan(450);
    expect(clock.timeS.get()).toBeGreaterThan(449.9);
    await pass(92);
    expect(clock.timeS.get()).toBeGreaterThanOrEqual(500);
  });

  it('is the clock itself once that is as slow as packets can be followed', async () => {
    await pass(3);
    const { actions } = store.getState();
    actions.setSpeed(0.05);
    actions.play();
    await pass(2);
    actions.tick(0.1);
    await pass(2);
    expect(clock.timeS.get()).toBeCloseTo(store.getState().clock.timeS, 9);
  });

  it('shows nothing of a lane that is no longer in focus', async () => {
    await pass(3);
    const before = clock.log.get();
    store.getState().actions.focusLane(2);
    await pass(3);
    expect(asked).toHaveLength(2);
    expect(clock.log.get()).not.toBe(before);
  });
});
