import { describe, expect, it } from 'vitest';
import { openEngine } from '../src/client.ts';
import { Refusal } from '../src/errors.ts';
import { fakeWorkers } from './fake-engine.ts';
import { Recorder } from './listener.ts';

async function opened() {
  const fakes = fakeWorkers();
  const engine = await openEngine({ startWorker: fakes.startWorker, workers: 1 });
  return { engine, workers: fakes.workers };
}

const ORIGIN = { title: 'A title', link: '', rules: ['A rule.', 'Another.'] };

describe('a question', () => {
  it('about a formula is answered with its table, or refused with the engine’s own words', async () => {
    const { engine } = await opened();
    const table = await engine.ask('theory', 'reno', { p: [0.1, 0.2] });
    expect(table).toMatchObject({ id: 'reno', points: [{ set: { p: [0.1, 0.2] } }] });
    const refused = engine.ask('theory', 'unknown', {});
    await expect(refused).rejects.toThrow('No such formula.');
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    // The worker still works and answers.
    expect((await engine.ask('theory', 'reno', {})).id).toBe('reno');
  });

  it('about a program is answered', async () => {
    const { engine } = await opened();
    expect(await engine.ask('program', '{}', 2, 'ns3', ORIGIN)).toMatchObject({
      simulator: 'ns3',
      program: '{} 2',
    });
  });

  it('that breaks the worker is rejected, and the next one finds another worker', async () => {
    const { engine, workers } = await opened();
    const before = workers.length;
    await expect(engine.ask('theory', 'crash', {})).rejects.toThrow('unreachable');
    expect((await engine.ask('theory', 'reno', {})).id).toBe('reno');
    expect(workers.length).toBe(before + 1);
  });

  it('is rejected once the engine is closed', async () => {
    const { engine } = await opened();
    const open = engine.ask('theory', 'reno', {});
    engine.dispose();
    await expect(open).rejects.toThrow('closed');
    await expect(engine.ask('theory', 'reno', {})).rejects.toThrow('closed');
  });
});

describe('a flow’s qlog', () => {
  it('comes from the worker that holds the run', async () => {
    const { engine } = await opened();
    const recorder = new Recorder();
    const run = engine.start(JSON.stringify({ durationS: 50, lanes: [{ label: 'a' }] }), recorder);
    await recorder.finished(1);
    expect(await run.ask(0, 'qlog', 3, 1, 2, ORIGIN)).toBe('A title: 3 from 1 to 2, told by 2 titles');
    run.cancel();
    await expect(run.ask(0, 'qlog', 3, 1, 2, ORIGIN)).rejects.toThrow('cancelled');
  });
});
