import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../src/client.ts';
import type { WasmAnalysis, WasmEngine } from '../src/wasm.ts';
import type { SweepRequest } from '../src/sweep.ts';
import { fakeWorkers } from './fake-engine.ts';
import { Recorder } from './listener.ts';
import { realAnalysis, realEngine } from './real-engine.ts';
import { SweepRecorder } from './sweep-recorder.ts';

const run = promisify(execFile);

async function opened(workers: number, real?: { engine: WasmEngine; analysis: WasmAnalysis }) {
  const fakes = fakeWorkers(
    real === undefined ? {} : { makeEngine: () => real.engine, analysis: real.analysis },
  );
  const engine = await openEngine({ startWorker: fakes.startWorker, workers });
  return { engine, workers: fakes.workers };
}

const [A, B] = [{ label: 'a' }, { label: 'b' }];

const SPEC: SweepRequest = {
  scenario: {
    version: 1,
    seed: 7,
    duration: '20s',
    hops: [{ rate: '2Mbps', delay: '10ms', queue: { capacity: '20pkt' }, loss: { kind: 'bernoulli' } }],
    flows: [
      { name: 'main', algorithm: 'newreno', count: 2, rtt: '50ms', compared: true },
      { name: 'page', algorithm: 'newreno', rtt: '80ms', bytes: '100kB' },
      { name: 'reverse', algorithm: 'newreno', direction: 'backward', rtt: '50ms', active: [['5s', '15s']] },
    ],
    compare: [
      'newreno',
      { label: 'Vegas, no delayed ACK', algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } },
      'westwood+',
    ],
    measure: [
      ['0s', '10s'],
      ['10s', '20s'],
    ],
  },
  axes: ['hops.0.loss.probability=0,0.001..0.1:3:log', 'hops.0.rate=1..4Mbps:2'],
  seeds: 3,
};
/** Four loss probabilities × two rates × three lanes × three seeds. */
const RUNS = 4 * 2 * 3 * 3;

/** A table without its last four columns: the command line names the scenario, seeds and versions in each line. */
const withoutOrigin = (csv: string): string => csv.replace(/(,[^,"\n]*){4}$/gm, '');

describe('a sweep in WebAssembly', () => {
  const real = { engine: realEngine(), analysis: realAnalysis() };

  const fromRoot = { cwd: fileURLToPath(new URL('../../../', import.meta.url)), maxBuffer: 1 << 26 };

  /**
   * The program that `cargo test` has built. With exactly these arguments nothing compiles twice.
   */
  async function program(): Promise<string> {
    const cargo = ['test', '--quiet', '--locked', '--workspace', '--test', 'cli', '--no-run'];
    const { stdout } = await run('cargo', [...cargo, '--message-format', 'json'], fromRoot);
    interface Message {
      target?: { kind: string[]; name: string };
      executable?: string | null;
    }
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message);
    const built = told.find(({ target }) => target?.name === 'ackscope' && target.kind.includes('bin'));
    if (typeof built?.executable !== 'string') throw new Error('cargo built no program of the name ackscope');
    return built.executable;
  }

  /** The output of the native engine for the same specification. */
  async function native(ackscope: string, form: '--csv' | '--json'): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'ackscope-'));
    try {
      const file = join(folder, 'scenario.json');
      await writeFile(file, JSON.stringify(SPEC.scenario));
      const sets = (SPEC.axes ?? []).flatMap((axis) => ['--set', axis]);
      const asked = ['sweep', file, ...sets, '--seeds', String(SPEC.seeds), form];
      return (await run(ackscope, asked, fromRoot)).stdout;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it(
    'gives what `ackscope sweep` prints, to the last bit, whatever the order of its runs',
    { timeout: 600_000 },
    async () => {
      const { engine } = await opened(3, real);
      const recorder = new SweepRecorder();
      const handle = engine.sweep(SPEC, recorder);
      await recorder.over();
      expect(recorder.error).toBeNull();
      expect(recorder.news).toHaveLength(RUNS);
      const ackscope = await program();
      expect(await handle.csv()).toBe(withoutOrigin(await native(ackscope, '--csv')));
      expect(await handle.report()).toEqual(JSON.parse(await native(ackscope, '--json')));
    },
  );

  it('tells of each run what it measured, and of its point the mean so far', async () => {
    const { engine } = await opened(2, real);
    const recorder = new SweepRecorder();
    engine.sweep({ ...SPEC, axes: ['hops.0.loss.probability=0.01'] }, recorder);
    await recorder.over();
    const goodput = (news = recorder.news[0]) => {
      const measure = news?.report.measures.find(
        ({ source, metric }) => source === 'main' && metric === 'total_goodput_bps',
      );
      return { own: news?.results.groups[0]?.windows[0]?.total_goodput_bps ?? NaN, measure };
    };
    expect(goodput().measure).toMatchObject({ count: 1, mean: goodput().own, half_width: null });
    const seeds = recorder.news.filter(({ job }) => job.lane === 0);
    const three = seeds.map((news) => goodput(news).own);
    const mean = three.reduce((sum, value) => sum + value, 0) / 3;
    expect(new Set(three).size).toBe(3);
    expect(goodput(seeds[2]).measure?.count).toBe(3);
    expect(goodput(seeds[2]).measure?.mean).toBeCloseTo(mean, 3);
    expect(goodput(seeds[2]).measure?.min).toBe(Math.min(...three));
  });

  it('refuses a point that cannot be before anything runs, and says which', async () => {
    const { engine } = await opened(2, real);
    const recorder = new SweepRecorder();
    const handle = engine.sweep({ ...SPEC, axes: ['hops.0.loss.probability=0,2'] }, recorder);
    await recorder.over();
    expect(recorder.error?.message).toMatch(/point 1 .*probability/);
    expect([recorder.plan, recorder.news]).toEqual([null, []]);
    await expect(handle.report()).rejects.toThrow('no results');
  });
});

describe('the runs of a sweep', () => {
  const points = Array.from({ length: 10 }, (_, at) => ({ durationS: 100 + at }));
  const request: SweepRequest = { scenario: { durationS: 1, lanes: [A, B] }, points, seeds: 2 };

  it('are spread over all workers, one at a time each, every seed of one before those of the next', async () => {
    const { engine, workers } = await opened(3);
    const recorder = new SweepRecorder();
    engine.sweep(request, recorder);
    await recorder.over();
    expect(recorder.progress.map(({ done }) => done)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(recorder.progress.at(-1)).toEqual({ done: 40, total: 40, share: 1 });
    const measured = workers.map(({ heard }) => heard.filter(({ kind }) => kind === 'measure').length);
    expect(measured.filter((count) => count > 0)).toHaveLength(3);
    expect(measured.reduce((sum, count) => sum + count)).toBe(40);
    // At most three runs are in progress, so the first run of a seed ends no earlier than the last
    // but two of the seed before.
    const firstOfSecond = recorder.news.findIndex(({ job }) => job.seed === 2);
    expect(firstOfSecond).toBeGreaterThanOrEqual(18);
    expect(workers.flatMap(({ runs }) => runs.map(({ freed }) => freed))).toEqual(Array(40).fill(true));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('are in reports that are made anew only from time to time, and at the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { engine, workers } = await opened(3);
    const recorder = new SweepRecorder();
    engine.sweep(request, recorder);
    await recorder.over();
    expect(recorder.news).toHaveLength(40);
    const asked = workers.flatMap(({ heard }) =>
      heard.flatMap((each) => (each.kind === 'ask' && each.name === 'sweepPoints' ? [each.args[1]] : [])),
    );
    // The first run, and no time goes by until the last one: each lane of each point once, whatever its seeds.
    expect(asked.map((jobs) => (jobs as number[]).length)).toEqual([1, 20]);
  });

  it('leave a worker to the page if they shall, and use the only one there is', async () => {
    for (const [all, used] of [
      [3, 2],
      [1, 1],
    ] as const) {
      const { engine, workers } = await opened(all);
      const recorder = new SweepRecorder();
      engine.sweep(request, recorder, { sparesProcessor: true });
      await recorder.over();
      const measuring = workers.filter(({ heard }) => heard.some(({ kind }) => kind === 'measure'));
      expect(measuring).toHaveLength(used);
    }
  });

  it('wait for the word of whoever has heard the plan', async () => {
    const { engine, workers } = await opened(2);
    const recorder = new SweepRecorder();
    let begin = (): void => undefined;
    recorder.onPlan = (plan, go) => {
      SweepRecorder.prototype.onPlan.call(recorder, plan, () => undefined);
      begin = go;
    };
    engine.sweep(request, recorder);
    await recorder.until(() => recorder.plan !== null);
    await engine.check(JSON.stringify({ durationS: 1, lanes: [A] }));
    expect(workers.flatMap(({ heard }) => heard.filter(({ kind }) => kind === 'measure'))).toEqual([]);
    begin();
    await recorder.over();
    expect(recorder.news).toHaveLength(40);
  });

  it('leave room for the lanes of a run that begins meanwhile', async () => {
    const { engine } = await opened(2);
    const sweep = new SweepRecorder();
    engine.sweep({ ...request, points: [{ durationS: 5_000 }], seeds: 2 }, sweep);
    await sweep.until(() => sweep.plan !== null);
    const lanes = new Recorder();
    engine.start(JSON.stringify({ durationS: 100, lanes: [A, B] }), lanes);
    await lanes.finished(2);
    expect(sweep.isDone).toBe(false);
    await sweep.over();
    expect(sweep.news).toHaveLength(4);
  });

  it('stop when the sweep is cancelled; what is done stays and can be exported', async () => {
    const { engine, workers } = await opened(2);
    const recorder = new SweepRecorder();
    const handle = engine.sweep(request, recorder);
    await recorder.until(() => recorder.news.length > 0);
    handle.cancel();
    const csv = await handle.csv();
    expect(csv.split(',').length).toBeGreaterThanOrEqual(recorder.news.length);
    const begun = () => workers.flatMap(({ heard }) => heard.filter(({ kind }) => kind === 'measure')).length;
    const atCancel = begun();
    expect(atCancel).toBeLessThan(40);
    await engine.check(JSON.stringify({ durationS: 1, lanes: [A] }));
    expect(begun()).toBe(atCancel);
    expect(recorder.isDone).toBe(false);
    handle.close();
    await expect(handle.report()).rejects.toThrow();
  });

  it('that break their worker end the sweep by name; those beside them are not lost', async () => {
    const { engine } = await opened(1);
    const [broken, whole] = [new SweepRecorder(), new SweepRecorder()];
    const trap = { ...A, trapAtS: 3 };
    engine.sweep({ scenario: { durationS: 100, lanes: [trap] }, points: [{}], seeds: 1 }, broken);
    engine.sweep({ ...request, seeds: 1 }, whole);
    await Promise.all([broken.over(), whole.over()]);
    expect(broken.error?.message).toMatch(/point 0, seed 1.*unreachable/);
    expect([whole.error, whole.news.length]).toEqual([null, 20]);
  });

  it('are begun again when their worker dies under them', async () => {
    const { engine, workers } = await opened(2);
    const recorder = new SweepRecorder();
    engine.sweep(request, recorder);
    await recorder.until(() => recorder.news.length > 0);
    workers.find(({ heard }) => heard.some(({ kind }) => kind === 'measure'))?.crash('out of memory');
    await recorder.over();
    expect(recorder.error).toBeNull();
    expect(recorder.news.map(({ job }) => `${job.point}/${job.lane}/${job.seed}`).sort()).toEqual(
      [...new Set(recorder.plan?.jobs.map((job) => `${job.point}/${job.lane}/${job.seed}`))].sort(),
    );
  });

  it('that the engine does not understand are refused', async () => {
    const { engine } = await opened(1);
    const recorder = new SweepRecorder();
    engine.sweep({ scenario: 'nonsense' }, recorder);
    await recorder.over();
    expect(recorder.error?.message).toBe('No sweep.');
  });
});
