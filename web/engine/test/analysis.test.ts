import { describe, expect, it } from 'vitest';
import type { FromWorker } from '../src/protocol.ts';
import type { RequestName } from '../src/requests.ts';
import { JobRunner } from '../src/jobRunner.ts';
import type { WasmAnalysis } from '../src/wasm.ts';
import { fakeAnalysis, fakeEngine, fakeEnvironment } from './fake-engine.ts';

const EMPTY_SWEEP = { scenario: { durationS: 1, lanes: [{ label: 'a' }] } };

/** A worker whose second module loads, or fails to load, when the test says so. */
function bench() {
  const posted: FromWorker[] = [];
  const loads: { succeed: (analysis: WasmAnalysis) => void; fail: (reason: Error) => void }[] = [];
  const runner = new JobRunner(fakeEngine(), {
    ...fakeEnvironment((message) => posted.push(message)),
    announce: () => undefined,
    loadAnalysis: () =>
      new Promise<WasmAnalysis>((succeed, fail) => {
        loads.push({ succeed, fail });
      }),
  });
  const ask = (request: number, name: RequestName, ...args: unknown[]) => {
    runner.handle({ kind: 'ask', request, name, job: null, args });
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { runner, posted, loads, ask, settled };
}

describe('the second module', () => {
  it('is loaded by the first request for it, once, and answers all in their order', async () => {
    const { posted, loads, ask, settled } = bench();
    expect(loads).toHaveLength(0);
    ask(1, 'planSweep', 7, EMPTY_SWEEP);
    ask(2, 'theory', 'reno', {});
    ask(3, 'addToSweep', 7, [[0, '']]);
    await settled();
    expect(posted).toEqual([]);
    loads[0]?.succeed(fakeAnalysis());
    await settled();
    expect(posted).toMatchObject([1, 2, 3].map((request) => ({ kind: 'answer', request })));
    expect(loads).toHaveLength(1);
  });

  it('that cannot be loaded refuses what asked for it, and is tried again by the next request', async () => {
    const { posted, loads, ask, settled } = bench();
    ask(1, 'planSweep', 7, EMPTY_SWEEP);
    ask(2, 'program', '{}', 0, 'ns2', { title: '', link: '' });
    loads[0]?.fail(new Error('status 404'));
    await settled();
    const error = { message: expect.stringContaining('404') as string };
    expect(posted).toMatchObject([1, 2].map((request) => ({ kind: 'refusal', request, error })));
    ask(3, 'theory', 'reno', {});
    loads[1]?.succeed(fakeAnalysis());
    await settled();
    expect(posted.at(-1)).toMatchObject({ kind: 'answer', request: 3 });
  });

  it('refuses what is asked of a sweep that was released, and works on', async () => {
    const { runner, posted, loads, ask, settled } = bench();
    ask(1, 'planSweep', 7, EMPTY_SWEEP);
    loads[0]?.succeed(fakeAnalysis());
    await settled();
    runner.handle({ kind: 'release', job: 7 });
    ask(2, 'sweepCsv', 7);
    ask(3, 'theory', 'reno', {});
    await settled();
    expect(posted.map(({ kind }) => kind)).toEqual(['answer', 'refusal', 'answer']);
  });
});
