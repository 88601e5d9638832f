import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../src/client.ts';
import { READING_MS, SILENCE_MS, Watchdog } from '../src/watchdog.ts';
import type { Step } from '../src/watchdog.ts';
import { fakeWorkers } from './fake-engine.ts';
import { Recorder } from './listener.ts';
import { SweepRecorder } from './sweep-recorder.ts';

const TICK_MS = 500;
let nowMs = 0;

/** The page's timer fires once, `passedMs` after the last time. */
function tick(passedMs = TICK_MS): void {
  nowMs += passedMs;
  vi.advanceTimersByTime(TICK_MS);
}

/** Lets `ms` pass on the page. Workers that do not hang can answer meanwhile. */
async function passes(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += TICK_MS) {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    tick();
  }
}

beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the watchdog', () => {
  const slice: Step = { job: 1, request: null, mayTakeMs: SILENCE_MS };

  it('ends who has begun a step and gives no sign for longer than it may take, once', () => {
    const ended: Step[] = [];
    const watch = new Watchdog().watch((step) => ended.push(step));
    watch.begin(slice);
    for (let at = 0; at < 6; at++) tick();
    expect(ended).toEqual([]);
    for (let at = 0; at < 6; at++) tick();
    expect(ended).toEqual([slice]);
  });

  it('hears any sign as one, and keeps no timer for who rests or is gone', () => {
    const ended: Step[] = [];
    const dog = new Watchdog();
    const [one, other] = [dog.watch((step) => ended.push(step)), dog.watch((step) => ended.push(step))];
    one.begin(slice);
    for (let at = 0; at < 20; at++) {
      tick();
      one.heard();
    }
    one.begin(null);
    expect(vi.getTimerCount()).toBe(0);
    other.begin(slice);
    expect(vi.getTimerCount()).toBe(1);
    other.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(ended).toEqual([]);
  });

  it.each([
    ['suspended for an hour', 3_600_000],
    ['hidden, with a timer that comes once a second', 1000],
  ])('holds no time against anybody in which the page itself was %s', (_, lateMs) => {
    const ended: Step[] = [];
    const watch = new Watchdog().watch((step) => ended.push(step));
    watch.begin(slice);
    for (let at = 0; at < 50; at++) tick(lateMs);
    expect(ended).toEqual([]);
    for (let at = 0; at < 7; at++) tick();
    expect(ended).toEqual([slice]);
  });
});

describe('a worker that never returns', () => {
  const [A, B] = [{ label: 'a' }, { label: 'b' }];
  const text = (...lanes: object[]): string => JSON.stringify({ durationS: 500, lanes });
  const opened = async (workers: number) => {
    const fakes = fakeWorkers();
    return { engine: await openEngine({ startWorker: fakes.startWorker, workers }), workers: fakes.workers };
  };

  it('in a lane ends that lane with the reason; the one beside it and the next run finish', async () => {
    const { engine, workers } = await opened(1);
    const recorder = new Recorder();
    engine.start(text(A, { label: 'b', hangAtS: 100 }), recorder);
    await passes(SILENCE_MS + 2 * TICK_MS);
    await recorder.finished(1);
    expect(recorder.of('error')).toMatchObject([{ lane: 1 }]);
    expect(recorder.of('error')[0]?.error.message).toContain(
      '“b”: it did not respond for 3 s and was stopped',
    );
    expect(recorder.of('chunk', 0).at(-1)?.chunk.time_s).toBe(500);
    expect(workers.map(({ closed }) => closed)).toEqual([false, true, false]);
    const next = new Recorder();
    engine.start(text(A, B), next);
    await next.finished(2);
  });

  it('while it reads a scenario: that is reported, and the next one is read', async () => {
    const { engine } = await opened(1);
    const check = engine.check('hang');
    await passes(READING_MS + 2 * TICK_MS);
    expect(await check).toMatchObject({ ok: false });
    expect(JSON.stringify(await check)).toContain('while reading the scenario: it did not respond for 10 s');
    expect(await engine.check(text(A))).toMatchObject({ ok: true });
  });

  it('in a formula rejects that question, and the next one is answered', async () => {
    const { engine } = await opened(1);
    const stuck = engine.ask('theory', 'hang', {}).catch((error: unknown) => String(error));
    await passes(READING_MS + 2 * TICK_MS);
    expect(await stuck).toContain('it did not respond for 10 s and was stopped');
    expect(await engine.ask('theory', 'fine', {})).toMatchObject({ id: 'fine' });
  });

  it('in a run of a sweep ends the sweep by the name of its point', async () => {
    const { engine } = await opened(2);
    const recorder = new SweepRecorder();
    const scenario = { durationS: 100, lanes: [{ ...A, hangAtS: 3 }] };
    engine.sweep({ scenario, points: [{}], seeds: 1 }, recorder);
    // The part that sweeps loads first; the clock is not the real one.
    await vi.dynamicImportSettled();
    await passes(SILENCE_MS + 2 * TICK_MS);
    await recorder.over();
    expect(recorder.error?.message).toMatch(/point 0, seed 1: it did not respond for 3 s/);
  });
});
