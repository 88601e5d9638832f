import { describe, expect, it } from 'vitest';
import type { Ask, FromWorker } from '../src/protocol.ts';
import type { RequestName } from '../src/requests.ts';
import { JobRunner } from '../src/jobRunner.ts';
import { READING_MS, SILENCE_MS } from '../src/watchdog.ts';
import type { Step } from '../src/watchdog.ts';
import { type FakeScenario, fakeAnalysis, fakeEngine } from './fake-engine.ts';
import { freed } from './fake-search.ts';

/** A runner whose turns and clock the test controls. */
function bench(sliceMs: number) {
  const engine = fakeEngine();
  const posted: FromWorker[] = [];
  const signs: (Step | null)[] = [];
  let nowMs = 0;
  let reads = 0;
  let turn: (() => void) | null = null;
  const runner = new JobRunner(engine, {
    post: (message) => posted.push(message),
    announce: (step) => signs.push(step),
    nextTurn: () => new Promise((resolve) => (turn = resolve)),
    // Each slice reads the clock before and after it, so it lasts as long as the test says.
    now: () => (nowMs += reads++ % 2 === 1 ? sliceMs : 0),
    loadAnalysis: () => Promise.resolve(fakeAnalysis()),
  });
  const nextTurn = async (): Promise<void> => {
    const resume = turn;
    turn = null;
    resume?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  const kinds = (job: number) =>
    posted.flatMap((each) => ('job' in each && each.job === job ? [each.kind] : []));
  return { runner, engine, posted, signs, nextTurn, kinds };
}

const scenario = (durationS: number, ...labels: string[]): string =>
  JSON.stringify({ durationS, lanes: labels.map((label) => ({ label })) } satisfies FakeScenario);

const ask = (request: number, name: RequestName, args: unknown[], job: number | null = null): Ask => ({
  kind: 'ask',
  request,
  name,
  job,
  args,
});

const ALONE = { part: 0, parts: 1 };

const answerTo = (request: number, posted: FromWorker[]) =>
  posted.flatMap((each) => (each.kind === 'answer' && each.request === request ? [each.answer] : []))[0];

const chunks = (posted: FromWorker[], job: number) =>
  posted.flatMap((each) => (each.kind === 'chunk' && each.job === job ? [each.chunk.time_s] : []));

describe('a job', () => {
  it('shows its first curve after a small slice, before anything else has happened', () => {
    const { runner, posted, kinds } = bench(1);
    runner.handle({ kind: 'start', job: 1, text: scenario(1_000, 'reno'), lane: 0 });
    expect(kinds(1)).toEqual(['lane', 'chunk']);
    expect(chunks(posted, 1)).toEqual([2]); // 2 000 events of 1 000 per second
  });

  it('takes slices of growing size up to 50 000 events, and fewer where they take long', async () => {
    const timesAfter = async (sliceMs: number, turns: number) => {
      const { runner, posted, nextTurn } = bench(sliceMs);
      runner.handle({ kind: 'start', job: 1, text: scenario(100_000, 'reno'), lane: 0 });
      for (let i = 0; i < turns; i++) await nextTurn();
      return chunks(posted, 1);
    };
    // The first slice is 2 s, later ones 1 s, the minimum. A slice of 40 ms is also a chunk.
    expect(await timesAfter(40, 3)).toEqual([2, 3, 4, 5]);
    // Slices of 2 s, 10 s, 50 s, 50 s …, each in 9 ms, so that every fourth slice sends a chunk.
    expect(await timesAfter(9, 8)).toEqual([2, 162, 362]);
  });

  it('posts chunks at most every 30 ms and results at most every 100 ms, but always the last of both', async () => {
    const { runner, kinds, nextTurn } = bench(10);
    runner.handle({ kind: 'start', job: 1, text: scenario(50, 'reno'), lane: 0 });
    // 25 slices of 2 s, each in 10 ms. Chunks follow slices 1, 4, 7 …, results follow slices 11 and
    // 21, and both follow the 25th.
    for (let i = 0; i < 40; i++) await nextTurn();
    expect(kinds(1).filter((kind) => kind === 'chunk')).toHaveLength(9);
    expect(kinds(1).filter((kind) => kind === 'results')).toHaveLength(3);
    expect(kinds(1).slice(-2)).toEqual(['chunk', 'results']);
  });

  it('shares the worker: each job gets a slice in turn', async () => {
    const { runner, posted, nextTurn } = bench(40);
    runner.handle({ kind: 'start', job: 1, text: scenario(100, 'a', 'b'), lane: 0 });
    runner.handle({ kind: 'start', job: 2, text: scenario(100, 'a', 'b'), lane: 1 });
    for (let i = 0; i < 5; i++) await nextTurn();
    const order = posted.flatMap((each) => (each.kind === 'chunk' ? [each.job] : []));
    expect(order).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('that has shown nothing goes before one that has, and lanes that begin together in their order', async () => {
    const { runner, posted, nextTurn } = bench(40);
    const text = scenario(100, 'a', 'b', 'c', 'd');
    for (const job of [1, 2]) runner.handle({ kind: 'start', job, text, lane: job - 1 });
    await nextTurn();
    for (const job of [3, 4]) runner.handle({ kind: 'start', job, text, lane: job - 1 });
    for (let i = 0; i < 4; i++) await nextTurn();
    const order = posted.flatMap((each) => (each.kind === 'chunk' ? [each.job] : []));
    expect(order).toEqual([1, 2, 3, 4, 1, 2]);
  });

  it('stops at once when it is released, and its memory is given back', async () => {
    const { runner, engine, kinds, nextTurn } = bench(40);
    runner.handle({ kind: 'start', job: 1, text: scenario(100, 'a'), lane: 0 });
    await nextTurn();
    const before = kinds(1).length;
    runner.handle({ kind: 'release', job: 1 });
    for (let i = 0; i < 3; i++) await nextTurn();
    expect(kinds(1)).toHaveLength(before);
    expect(engine.runs[0]?.freed).toBe(true);
  });

  it('that the engine refuses is reported with the engine’s own error, and the worker goes on', () => {
    const { runner, posted, kinds } = bench(1);
    const text = JSON.stringify({
      durationS: 1,
      lanes: [{ label: 'a', refuse: 'no such thing' }, { label: 'b' }],
    });
    runner.handle({ kind: 'start', job: 1, text, lane: 0 });
    expect(posted).toMatchObject([
      { kind: 'refused', job: 1, error: { path: 'flows.main', message: 'no such thing' } },
    ]);
    runner.handle({ kind: 'start', job: 2, text, lane: 1 });
    expect(kinds(2)).toContain('results');
  });

  it('that traps breaks the worker: the job is named and nothing is touched again', async () => {
    const { runner, engine, posted, nextTurn } = bench(40);
    const text = JSON.stringify({ durationS: 100, lanes: [{ label: 'a' }, { label: 'b', trapAtS: 3 }] });
    runner.handle({ kind: 'start', job: 1, text, lane: 0 });
    runner.handle({ kind: 'start', job: 2, text, lane: 1 });
    for (let i = 0; i < 4; i++) await nextTurn();
    expect(posted.at(-1)).toEqual({ kind: 'broken', job: 2, request: null, message: 'unreachable' });
    const told = posted.length;
    runner.handle({ kind: 'release', job: 1 });
    runner.handle({ kind: 'start', job: 3, text, lane: 0 });
    await nextTurn();
    expect(posted).toHaveLength(told);
    expect(engine.runs[0]?.freed).toBe(false);
  });

  it('answers a request for packets between slices', () => {
    const { runner, posted } = bench(1);
    runner.handle({ kind: 'start', job: 1, text: scenario(1_000, 'reno'), lane: 0 });
    runner.handle(ask(9, 'packets', [0.5, 1.5], 1));
    expect(answerTo(9, posted)).toMatchObject({ from_s: 0.5, to_s: 1.5, flow: Uint32Array.of(7) });
  });

  it('simulates a window again in slices, tells how far it is, and lets runs go on meanwhile', async () => {
    const { runner, engine, posted, nextTurn, kinds } = bench(40);
    runner.handle({ kind: 'start', job: 1, text: scenario(100, 'reno'), lane: 0 });
    for (let i = 0; i < 60; i++) await nextTurn();
    runner.handle({ kind: 'start', job: 2, text: scenario(1_000, 'reno'), lane: 0 });
    const before = kinds(2).filter((kind) => kind === 'chunk').length;
    runner.handle(ask(9, 'replay', [49, 50, true], 1));
    // 50 s with 1 000 events each, 20 000 events per slice: two full slices and one that ends it.
    for (let i = 0; i < 4; i++) await nextTurn();
    expect(posted.flatMap((each) => (each.kind === 'progress' ? [each.share] : []))).toEqual([0.4, 0.8]);
    expect(answerTo(9, posted)).toMatchObject({ from_s: 49, to_s: 50, packets: { flow: Uint32Array.of(7) } });
    expect(kinds(2).filter((kind) => kind === 'chunk').length).toBeGreaterThan(before);
    expect(engine.runs[0]?.replaysFreed).toBe(1);
  });

  it('does an inquiry in slices, between those of a run, and frees it', async () => {
    const { runner, posted, nextTurn } = bench(1);
    freed.length = 0;
    runner.handle(ask(7, 'why', ['{}', 2, 'Reno', 0, 10, 'goodput', { lane: 1, name: 'Vegas' }]));
    for (let turns = 0; turns < 6; turns += 1) await nextTurn();
    expect(answerTo(7, posted)).toEqual({ lane: '2', runs: 3, than: 'Vegas 1' });
    expect(posted.filter((each) => each.kind === 'progress').map(({ share }) => share)).toEqual([1, 2]);
    expect(freed).toEqual(['inquiry']);
  });

  it('does a search in slices, tells what is new on its way, and frees it', async () => {
    const { runner, posted, nextTurn } = bench(1);
    freed.length = 0;
    runner.handle(ask(7, 'search', [ALONE, {}]));
    for (let turns = 0; turns < 7; turns += 1) await nextTurn();
    expect(answerTo(7, posted)).toEqual({ finds: [], runs: 4 });
    expect(posted.flatMap((each) => (each.kind === 'progress' ? [[each.share, each.news]] : []))).toEqual([
      [1, undefined],
      [2, '{"runs":2}'],
      [3, undefined],
    ]);
    expect(freed).toEqual(['search']);
  });

  it('a search that is shared tells what its runs gave, and takes what others tell, also before it begins', async () => {
    const { runner, posted, nextTurn } = bench(1);
    runner.handle(ask(7, 'search', [{ part: 1, parts: 2 }, {}]));
    runner.handle({ kind: 'learn', request: 7, found: '..' });
    for (let turns = 0; turns < 4; turns += 1) await nextTurn();
    expect(answerTo(7, posted)).toEqual({ finds: [], runs: 4 });
    expect(posted.flatMap((each) => (each.kind === 'progress' ? [[each.share, each.found]] : []))).toEqual([
      [3, '.'],
    ]);
    runner.handle(ask(8, 'search', [{ part: 0, parts: 2 }, {}]));
    for (let turns = 0; turns < 2; turns += 1) await nextTurn();
    runner.handle({ kind: 'learn', request: 8, found: '..' });
    // Nobody waits for this one any more.
    runner.handle({ kind: 'learn', request: 7, found: '.' });
    for (let turns = 0; turns < 2; turns += 1) await nextTurn();
    expect(answerTo(8, posted)).toMatchObject({ finds: [] });
  });

  it('a search that rests gets no time, and other questions go on', async () => {
    const { runner, posted, nextTurn } = bench(1);
    runner.handle(ask(7, 'search', [ALONE, {}]));
    runner.handle({ kind: 'rest', request: 7, rests: true });
    runner.handle(ask(8, 'why', ['{}', 2, 'Reno', 0, 10, 'goodput', { lane: 1, name: 'Vegas' }]));
    for (let turns = 0; turns < 9; turns += 1) await nextTurn();
    expect(answerTo(8, posted)).toBeDefined();
    expect(posted.some((each) => each.kind === 'progress' && each.request === 7)).toBe(false);
    runner.handle({ kind: 'rest', request: 7, rests: false });
    for (let turns = 0; turns < 7; turns += 1) await nextTurn();
    expect(answerTo(7, posted)).toEqual({ finds: [], runs: 4 });
  });

  it('says why a question is refused, and takes one back that nobody asks any more', async () => {
    const { runner, posted, nextTurn } = bench(1);
    freed.length = 0;
    runner.handle(ask(7, 'why', ['{}', 0, 'Reno', 0, 10, 'unknown']));
    runner.handle(ask(8, 'why', ['{}', 0, 'Reno', 0, 10, 'goodput']));
    runner.handle({ kind: 'abandon', request: 8 });
    runner.handle(ask(9, 'why', ['{}', 0, 'Reno', 0, 10, 'goodput']));
    for (let turns = 0; turns < 2; turns += 1) await nextTurn();
    runner.handle({ kind: 'abandon', request: 9 });
    for (let turns = 0; turns < 6; turns += 1) await nextTurn();
    expect(posted.flatMap((each) => (each.kind === 'refusal' ? [each.request] : []))).toEqual([7]);
    expect(answerTo(8, posted) ?? answerTo(9, posted)).toBeUndefined();
    expect(freed).toEqual(['inquiry']);
  });

  it('gives a replay up when nobody wants it any more, or when its run is gone', async () => {
    const { runner, engine, posted, nextTurn } = bench(40);
    runner.handle({ kind: 'start', job: 1, text: scenario(100, 'reno'), lane: 0 });
    for (let i = 0; i < 60; i++) await nextTurn();
    runner.handle(ask(9, 'replay', [98, 99, false], 1));
    runner.handle({ kind: 'abandon', request: 9 });
    runner.handle(ask(10, 'replay', [98, 99, false], 1));
    runner.handle({ kind: 'release', job: 1 });
    for (let i = 0; i < 8; i++) await nextTurn();
    expect(posted.some((each) => each.kind === 'answer')).toBe(false);
    expect(engine.runs[0]?.replaysFreed).toBe(2);
  });
});

describe('what is announced before it is begun', () => {
  it('is every slice, by its job, and in the end that nothing is left', async () => {
    const { runner, signs, nextTurn } = bench(10);
    runner.handle({ kind: 'start', job: 1, text: scenario(6, 'reno'), lane: 0 });
    for (let i = 0; i < 5; i++) await nextTurn();
    const slice = { job: 1, request: null, mayTakeMs: SILENCE_MS };
    // Reading continues into the first slice. Three slices of 2 s follow, then the end.
    expect(signs).toEqual([{ ...slice, mayTakeMs: READING_MS }, slice, slice, slice, null]);
  });

  it('is what was asked, with as much time as it may take by what the run took', async () => {
    const { runner, signs, nextTurn } = bench(10);
    runner.handle(ask(1, 'check', [scenario(1, 'reno')]));
    expect(signs.splice(0)).toEqual([{ job: null, request: 1, mayTakeMs: READING_MS }, null]);
    runner.handle({ kind: 'start', job: 1, text: scenario(6, 'reno'), lane: 0 });
    for (let i = 0; i < 5; i++) await nextTurn();
    signs.splice(0);
    runner.handle(ask(2, 'packets', [0, 1], 1));
    // Three slices of 10 ms, times four.
    expect(signs).toEqual([{ job: 1, request: 2, mayTakeMs: SILENCE_MS + 120 }, null]);
  });

  it('is no analysis that waits for its module', async () => {
    const { runner, signs, nextTurn } = bench(10);
    runner.handle(ask(1, 'theory', ['x', {}]));
    expect(signs).toEqual([]);
    await nextTurn();
    expect(signs).toEqual([{ job: null, request: 1, mayTakeMs: READING_MS }, null]);
  });
});
