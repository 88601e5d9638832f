import { describe, expect, it } from 'vitest';
import { countCargo, countPlaywright, countVitest } from '../counts.mjs';

describe('the counts in what a runner prints', () => {
  it('of cargo test are those of all binaries together', () => {
    const text = [
      'running 2 tests',
      'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s',
      'test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.10s',
    ].join('\n');
    expect(countCargo(text)).toEqual({ passed: 15, failed: 2 });
    expect(countCargo('error: could not compile `ackscope-engine`')).toEqual({ passed: 0, failed: 0 });
  });

  it('of vitest are tests, not files', () => {
    expect(countVitest(' Test Files  3 passed (3)\n      Tests  30 passed (30)\n')).toEqual({
      passed: 30,
      failed: 0,
    });
    expect(
      countVitest(' Test Files  1 failed | 1 passed (2)\n      Tests  2 failed | 13 passed (15)'),
    ).toEqual({
      passed: 13,
      failed: 2,
    });
  });

  it('of vitest name a file that could not even be loaded', () => {
    expect(countVitest(' Test Files  1 failed | 3 passed (4)\n      Tests  30 passed (30)')).toEqual({
      passed: 30,
      failed: 1,
    });
  });

  it('of playwright hold what was flaky or did not run against it', () => {
    const text =
      '  1 failed\n    [light] › lab.spec.ts:3:1 › 3 lanes ───\n  1 flaky\n  2 did not run\n  9 passed (12.0s)\n\n40 page loads\n';
    expect(countPlaywright(text)).toEqual({ passed: 9, failed: 4, loads: 40 });
  });
});
