import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WasmReplay, WasmRun } from '../src/wasm.ts';
import { realAnalysis, realEngine } from './real-engine.ts';

const engine = realEngine();
const analysis = realAnalysis();
const SCENARIO = JSON.stringify({
  version: 1,
  duration: '8s',
  hops: [{ rate: '1Mbps', delay: '10ms', queue: { capacity: '10pkt' } }],
  flows: [{ name: 'main', algorithm: 'newreno', rtt: '60ms', compared: true }],
  compare: ['newreno', 'westwood+'],
});

/** Numbers that JavaScript can pass, whatever the other side expects. */
const odd = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.5,
    1,
    2,
    7.9,
    8,
    9,
    1e-300,
    2 ** 31,
    2 ** 32,
    2 ** 53 + 2,
    1e300,
    NaN,
    Infinity,
    -Infinity,
  ),
  fc.double(),
);
/** Few events at a time, so that an extreme number does not keep a test running. */
const few = fc.constantFrom(0, -1, 1, 100, 5000, NaN);

type Step = (run: WasmRun) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(odd, few).map(
    ([until, events]): Step =>
      (run) =>
        run.advance(until, events),
  ),
  fc.tuple(odd, odd).map(
    ([from, to]): Step =>
      (run) =>
        run.packets(from, to).flow.length,
  ),
  odd.map(
    (time): Step =>
      (run) =>
        JSON.parse(run.verdict(time)) as unknown,
  ),
  fc.tuple(odd, odd, fc.boolean(), few).map(([from, to, packets, events]): Step => (run) => {
    const replay: WasmReplay = run.replay(from, to, packets);
    replay.advance(events);
    replay.series();
    replay.packets();
    replay.done();
    replay.free();
  }),
  fc.constantFrom<Step>(
    (run) => run.info(),
    (run) => run.done(),
    (run) => run.take().time_s.length,
    (run) => JSON.parse(run.results()) as unknown,
    (run) => {
      run.free();
    },
  ),
);

/** A refusal is an ordinary error; a trap leaves the module's memory in an unknown state. */
function refusal(action: () => unknown): Error | null {
  try {
    action();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
    return error as Error;
  }
}

describe('the module, used in ways nobody meant', () => {
  it('answers calls in any order and with any number, or refuses them, and works on', () => {
    fc.assert(
      fc.property(odd, odd, fc.array(step, { maxLength: 12 }), (lane, seed, steps) => {
        for (const make of [
          () => new engine.Run(SCENARIO, lane),
          () => engine.Run.measuring(SCENARIO, lane, seed),
        ]) {
          let run: WasmRun | null = null;
          refusal(() => (run = make()));
          for (const act of steps) refusal(() => run && act(run));
          refusal(() => run?.free());
        }
      }),
      { numRuns: 150, seed: 5 },
    );
    const run = new engine.Run(SCENARIO, 0);
    while (!run.done()) run.advance(8, 10_000);
    expect(JSON.parse(run.results())).toHaveProperty('flows');
    run.free();
  });

  it.each(
    JSON.parse(readFileSync(new URL('./corpus/calls.json', import.meta.url), 'utf8')) as {
      ends: string;
      calls: [string, ...unknown[]][];
    }[],
  )('$calls is $ends', ({ ends, calls }) => {
    const run = new engine.Run(SCENARIO, 0) as unknown as Record<string, (...values: unknown[]) => unknown>;
    const outcomes = calls.map(([name, ...values]) => refusal(() => run[name]?.(...values)));
    expect(outcomes.at(-1) === null ? 'answered' : 'refused').toBe(ends);
    if (!calls.some(([name]) => name === 'free')) run['free']?.();
  });

  it('sees nothing later than the present', () => {
    const run = new engine.Run(SCENARIO, 0);
    run.advance(4, 10_000);
    const replay = run.replay(2 ** 53, 1, true);
    replay.advance(1_000_000);
    expect(replay.done()).toBe(true);
    expect(Math.max(...replay.packets().enter_s)).toBeLessThanOrEqual(4);
    replay.free();
    run.free();
  });

  it('refuses programs that are damaged, or runs what is left of them', () => {
    const source = 'state n = 0\non ack { n += 1 }\non loss { explain "half"\n cwnd = n > 3 ? cwnd / 2 : 2 }';
    const text = JSON.stringify({
      ...(JSON.parse(SCENARIO) as object),
      scripts: { mine: source },
      compare: ['mine'],
    });
    const whole = analysis.compile_scripts(JSON.stringify([source]));
    expect(JSON.parse(engine.check(text, whole))).toMatchObject({ ok: true });
    let ran = 0;
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (place, byte, cut) => {
        const damaged = cut ? whole.slice(0, place) : whole.with(place, byte);
        const runs: WasmRun[] = [];
        const refused = refusal(() => runs.push(new engine.Run(text, 0, damaged)));
        expect(runs.length).toBe(refused === null ? 1 : 0);
        ran += runs.length;
        for (const run of runs) {
          refusal(() => run.advance(8, 100_000));
          refusal(() => {
            run.free();
          });
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(ran).toBeGreaterThan(10); // a changed title or constant breaks nothing
  });

  it('refuses a run that was freed', () => {
    const run = new engine.Run(SCENARIO, 0);
    run.free();
    for (const act of [() => run.info(), () => run.advance(1, 1), () => run.results(), () => run.take()])
      expect(refusal(act)).not.toBeNull();
  });

  it('refuses texts that are no scenario, no sweep and no results', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), odd, (text, place) => {
        expect(refusal(() => new engine.Run(text, 0))?.message).toMatch(/\w/);
        expect(JSON.parse(engine.check(text))).toMatchObject({ ok: false });
        expect(refusal(() => new analysis.Sweep(text))?.message).toMatch(/\w/);
        const sweep = new analysis.Sweep(
          JSON.stringify({ scenario: JSON.parse(SCENARIO) as unknown, axes: [], points: [], seeds: 2 }),
        );
        expect(refusal(() => sweep.add(place, text))).not.toBeNull();
        sweep.free();
      }),
      { numRuns: 150, seed: 6 },
    );
  });
});
