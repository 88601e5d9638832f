import { describe, expect, it } from 'vitest';
import { openEngine } from '../src/client.ts';
import { WHOLE_RUN } from '../src/engine.ts';
import { type FakeLane, fakeWorkers } from './fake-engine.ts';
import { Recorder } from './listener.ts';

async function opened(workers: number) {
  const fakes = fakeWorkers();
  const engine = await openEngine({ startWorker: fakes.startWorker, workers });
  return { engine, workers: fakes.workers };
}

const text = (durationS: number, ...lanes: FakeLane[]): string => JSON.stringify({ durationS, lanes });
const [A, B, C] = [{ label: 'a' }, { label: 'b' }, { label: 'c' }];

describe('opening', () => {
  it('brings the catalogue, and compiles the module once for all workers', async () => {
    const { engine, workers } = await opened(3);
    expect(engine.catalogue.version).toMatch(/^\d+\.\d+\.\d+$/);
    const modules = workers
      .map(({ heard }) => heard[0])
      .map((first) => first?.kind === 'open' && first.module);
    expect(modules[0]).toBeNull();
    expect(modules.length).toBe(3); // one reads scenarios; one of three processors is left to the page
    expect(modules.slice(1).every((module) => module instanceof WebAssembly.Module)).toBe(true);
  });

  it('fails with the reason', async () => {
    const { startWorker } = fakeWorkers({ failToOpen: 'no such file' });
    await expect(openEngine({ startWorker })).rejects.toThrow('The engine could not be loaded: no such file');
  });
});

describe('a search', () => {
  const REQUEST = { algorithm: 'a', scripts: {}, objectives: [], seed: 1, max_runs: 4, other: null };
  const asked = (workers: Awaited<ReturnType<typeof opened>>['workers']) =>
    workers.map(({ heard }) =>
      heard.flatMap((each) => (each.kind === 'ask' && each.name === 'search' ? [each.args[0]] : [])),
    );

  it('is shared by as many workers as there are processors, four at most, and they tell one another', async () => {
    for (const [processors, parts] of [
      [1, 1],
      [2, 2],
      [9, 4],
    ] as const) {
      const { engine, workers } = await opened(processors);
      const runs: number[] = [];
      const report = await engine.search(REQUEST, { onProgress: (done) => runs.push(done) });
      expect(report).toMatchObject({ finds: [], runs: expect.any(Number) as number });
      expect(asked(workers).flat()).toEqual(Array.from({ length: parts }, (_, part) => ({ part, parts })));
      const learned = workers.filter(({ heard }) => heard.some(({ kind }) => kind === 'learn'));
      expect(learned).toHaveLength(parts === 1 ? 0 : parts);
      expect(runs).toEqual([...runs].sort((a, b) => a - b));
      // The slower workers hear that their answer is not needed.
      const abandoned = workers.flatMap(({ heard }) => heard.filter(({ kind }) => kind === 'abandon'));
      expect(abandoned.length).toBeLessThan(parts);
      engine.dispose();
    }
  });

  it('goes on alone when its other worker is lost, and is taken back from both', async () => {
    const { engine, workers } = await opened(2);
    const answer = engine.search(REQUEST);
    await engine.check(text(1, A));
    const helper = workers.find((_, at) => asked(workers)[at]?.length === 1 && at > 0);
    helper?.crash('out of memory');
    expect(helper).toBeDefined();
    await expect(answer).resolves.toMatchObject({ finds: [] });

    const over = new AbortController();
    const second = engine.search({ ...REQUEST, seed: 2 }, { signal: over.signal });
    await engine.check(text(1, A));
    over.abort();
    await expect(second).rejects.toThrow('taken back');
    await expect(engine.search(REQUEST, { signal: over.signal })).rejects.toThrow();
  });
});

describe('a run', () => {
  it('tells of every lane from its beginning to its last results', async () => {
    const { engine } = await opened(2);
    const recorder = new Recorder();
    engine.start(text(500, A, B, C), recorder);
    await recorder.finished(3);
    for (const lane of [0, 1, 2]) {
      const heard = recorder.heard.filter((each) => each.lane === lane);
      expect(heard[0]?.kind).toBe('lane');
      expect(heard.at(-1)).toMatchObject({ kind: 'results', done: true });
      expect(recorder.of('chunk', lane).at(-1)?.chunk.time_s).toBe(500);
      const times = recorder.of('chunk', lane).map(({ chunk }) => chunk.time_s);
      expect(times).toEqual([...times].sort((x, y) => x - y));
    }
  });

  it('with more lanes than workers lets all of them grow together', async () => {
    const { engine, workers } = await opened(2);
    const recorder = new Recorder();
    engine.start(text(5_000, A, B, C), recorder);
    await recorder.until(
      (heard) => new Set(heard.flatMap((e) => (e.kind === 'chunk' ? [e.lane] : []))).size === 3,
    );
    expect(recorder.of('results').some(({ done }) => done)).toBe(false);
    expect(workers).toHaveLength(3);
    await recorder.finished(3);
  });

  it('leaves a processor to the page where that is asked for, but works on one at least', async () => {
    for (const [processors, used] of [
      [1, 1],
      [2, 1],
      [4, 3],
    ] as const) {
      const { engine, workers } = await opened(processors);
      const recorder = new Recorder();
      engine.start(text(500, A, B, C), recorder, { sparesProcessor: true });
      await recorder.finished(3);
      const busy = workers.filter(({ heard }) => heard.some(({ kind }) => kind === 'start'));
      expect(busy).toHaveLength(used);
      engine.dispose();
    }
  });

  it('of a scenario that cannot be read tells why, once, and starts nothing', async () => {
    const { engine } = await opened(1);
    const recorder = new Recorder();
    engine.start('nonsense', recorder);
    await recorder.until((heard) => heard.length > 0);
    expect(recorder.heard).toMatchObject([
      { kind: 'error', lane: WHOLE_RUN, error: { message: 'This is not JSON.' } },
    ]);
  });

  it('with one lane refused goes on with the others', async () => {
    const { engine } = await opened(2);
    const recorder = new Recorder();
    engine.start(text(100, { label: 'a', refuse: 'no' }, B), recorder);
    await recorder.finished(1);
    expect(recorder.of('error')).toMatchObject([{ lane: 0, error: { path: 'flows.main', message: 'no' } }]);
    expect(recorder.of('chunk', 1).at(-1)?.chunk.time_s).toBe(100);
  });

  it('answers for packets while it runs and after its end', async () => {
    const { engine } = await opened(1);
    const recorder = new Recorder();
    const handle = engine.start(text(3_000, A), recorder);
    await recorder.until((heard) => heard.some(({ kind }) => kind === 'chunk'));
    expect((await handle.ask(0, 'packets', 0.5, 1)).from_s).toBe(0.5);
    await recorder.finished(1);
    expect([...(await handle.ask(0, 'packets', 2, 3)).sequence]).toEqual([2]);
    await expect(handle.ask(5, 'packets', 0, 1)).rejects.toThrow('Lane 5 has nothing to replay.');
  });
});

describe('cancelling', () => {
  it('is the last that is heard, and gives the memory back', async () => {
    const { engine, workers } = await opened(1);
    const recorder = new Recorder();
    const handle = engine.start(text(1e6, A), recorder);
    await recorder.until((heard) => heard.some(({ kind }) => kind === 'chunk'));
    handle.cancel();
    const told = recorder.heard.length;
    // A later run on the worker has finished: any message of the first would have come before.
    const next = new Recorder();
    engine.start(text(10, B), next);
    await next.finished(1);
    expect(recorder.heard).toHaveLength(told);
    expect(workers.flatMap(({ runs }) => runs.map(({ freed }) => freed))).toEqual([true, false]);
  });

  it('before the scenario was read starts nothing', async () => {
    const { engine, workers } = await opened(1);
    const recorder = new Recorder();
    engine.start(text(10, A), recorder).cancel();
    await engine.check(text(10, A)); // answered after the first
    expect(workers.flatMap(({ runs }) => runs)).toHaveLength(0);
    expect(recorder.heard).toHaveLength(0);
  });

  it('rejects what was asked for and not answered', async () => {
    const { engine } = await opened(1);
    const recorder = new Recorder();
    const handle = engine.start(text(1e6, A), recorder);
    await recorder.until((heard) => heard.some(({ kind }) => kind === 'chunk'));
    const answer = handle.ask(0, 'packets', 0, 1);
    handle.cancel();
    await expect(answer).rejects.toThrow('The run was cancelled.');
    await expect(handle.ask(0, 'packets', 0, 1)).rejects.toThrow('The run was cancelled.');
  });
});

describe('when a worker breaks', () => {
  it('the lane that broke it ends with an error, and those beside it begin again and finish', async () => {
    const { engine, workers } = await opened(1);
    const recorder = new Recorder();
    engine.start(text(500, A, { label: 'b', trapAtS: 100 }), recorder);
    await recorder.finished(1);
    const errors = recorder.of('error');
    expect(errors).toHaveLength(1);
    expect(errors[0]?.lane).toBe(1);
    expect(errors[0]?.error.message).toContain('“b”: unreachable');
    expect(recorder.of('lane', 0)).toHaveLength(2);
    expect(recorder.of('chunk', 0).at(-1)?.chunk.time_s).toBe(500);
    expect(workers.map(({ closed }) => closed)).toEqual([false, true, false]);
  });

  it('a run that was finished keeps what it told and loses only its replay', async () => {
    const { engine } = await opened(1);
    const first = new Recorder();
    const handle = engine.start(text(10, A), first);
    await first.finished(1);
    const second = new Recorder();
    engine.start(text(10, { label: 'b', trapAtS: 1 }), second);
    await second.until(() => second.of('error').length === 1);
    expect(first.of('error')).toHaveLength(0);
    await expect(handle.ask(0, 'packets', 0, 1)).rejects.toThrow('Lane 0 has nothing to replay.');
  });

  it('and the next one too, a lane is given up instead of being begun for ever', async () => {
    const { engine, workers } = await opened(1);
    const recorder = new Recorder();
    engine.start(text(1e6, A), recorder);
    await recorder.until(() => recorder.of('chunk').length > 0);
    workers.at(-1)?.crash('out of memory');
    await recorder.until(() => recorder.of('lane').length === 2);
    workers.at(-1)?.crash('out of memory');
    expect(recorder.of('error')).toMatchObject([{ lane: 0 }]);
    expect(workers).toHaveLength(3);
  });

  it('the next run works', async () => {
    const { engine } = await opened(2);
    const broken = new Recorder();
    engine.start(text(10, { label: 'a', trapAtS: 1 }), broken);
    await broken.until(() => broken.of('error').length === 1);
    const recorder = new Recorder();
    engine.start(text(10, A, B, C), recorder);
    await recorder.finished(3);
    expect(recorder.of('error')).toHaveLength(0);
  });

  it('a bound that is too high to decide is replaced by what trial runs show', async () => {
    const { engine } = await opened(1);
    const large = JSON.stringify({ durationS: 10, lanes: [A], isLarge: true });
    expect(await engine.check(large)).toMatchObject({ estimate: { segments: 1e6, memory_bytes: 1e6 } });
    expect(await engine.check(text(10, A))).toMatchObject({ estimate: { segments: 1e12 } });
  });

  it('while reading a scenario, that reading fails and the next does not', async () => {
    const { engine } = await opened(1);
    const check = await engine.check('crash');
    expect(check).toMatchObject({ ok: false, error: { path: '' } });
    expect(await engine.check(text(10, A))).toMatchObject({ ok: true, duration_s: 10 });
  });
});

describe('closing', () => {
  it('ends all workers and leaves no promise open', async () => {
    const { engine, workers } = await opened(2);
    const recorder = new Recorder();
    const handle = engine.start(text(1e6, A, B), recorder);
    await recorder.until(() => recorder.of('chunk').length > 0);
    const check = engine.check(text(1, A));
    const packets = handle.ask(0, 'packets', 0, 1);
    engine.dispose();
    expect(await check).toMatchObject({ ok: false, error: { message: 'The engine was closed.' } });
    await expect(packets).rejects.toThrow('The engine was closed.');
    expect(workers.every(({ closed }) => closed)).toBe(true);
  });
});
