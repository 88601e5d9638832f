import { describe, expect, it } from 'vitest';
import type { Check, LaneResults } from '../src/types.ts';
import { goldens } from './goldens.ts';
import { programsOf, realEngine } from './real-engine.ts';

const engine = realEngine();

/** The second module compiles the scripts of these goldens, and the first one runs them. */
const cases = goldens();

/** Runs one lane to its end in slices of the given number of events. */
function traceHash(text: string, lane: number, sliceEvents: number): string {
  const run = new engine.Run(text, lane, programsOf(text));
  const { duration_s } = JSON.parse(run.info()) as { duration_s: number };
  while (!run.done()) run.advance(duration_s, sliceEvents);
  const results = JSON.parse(run.results()) as LaneResults;
  run.free();
  return results.engine.trace_hash;
}

describe('WebAssembly in Node', () => {
  it('has goldens to compare with', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases)('$name: computes the trace that native code computes', ({ text, hashes }) => {
    const check = JSON.parse(engine.check(text, programsOf(text))) as Check;
    expect(check).toMatchObject({ ok: true });
    expect(check.ok && check.lanes.length).toBe(hashes.length);
    expect(hashes.map((_, lane) => traceHash(text, lane, 100_000))).toEqual(hashes);
  });

  it('computes the same however it is sliced', () => {
    const [first] = cases;
    if (first === undefined) throw new Error('no golden');
    expect(traceHash(first.text, 0, 997)).toBe(first.hashes[0]);
  });
});
