// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { answersOf, EXERCISES as tasks } from './exerciseSheet.ts';
import { holdsIn, runLink } from './lessonRuns.ts';

let engine: WasmEngine;

beforeAll(() => {
  engine = realEngine();
});

describe('the exercise sheet', () => {
  it('has six tasks, each with an answer that a run checks', () => {
    expect(tasks).toHaveLength(6);
    for (const task of tasks) {
      expect(task).toMatch(/\*Predict first\*/);
      expect(task).toMatch(/\*\*Answer\.\*\*/);
      expect(answersOf(task).length, task.split('\n')[0]).toBeGreaterThan(0);
    }
  });

  it.each(tasks.map((task) => [task.split('\n')[0] ?? '', task] as const))(
    '%s',
    (_title, task) => {
      const wrong = answersOf(task).flatMap(({ run, expect: claims }) => {
        const lanes = runLink(engine, run);
        return claims.filter((claim) => !holdsIn(claim, lanes));
      });
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it('is wrong where a rule is another one: New Reno in place of the answers holds none of them', () => {
    for (const { run, expect: claims } of tasks.flatMap(answersOf)) {
      const plain = run.replace(/scripts\.mine=algorithm "Mine";[\s\S]*$/, 'scripts.mine=algorithm "Mine"');
      const lanes = runLink(engine, plain);
      expect(
        claims.every((claim) => holdsIn(claim, lanes)),
        run,
      ).toBe(false);
    }
  });
});
