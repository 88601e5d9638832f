// @vitest-environment node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { holdsIn, runLink } from './lessonRuns.ts';

interface Answer {
  run: string;
  expect: string[];
}

const sheet = readFileSync(fileURLToPath(new URL('../../../docs/exercises.md', import.meta.url)), 'utf8');
const tasks = sheet.split(/^## (?=\d)/m).slice(1);
const answersOf = (task: string): Answer[] =>
  [...task.matchAll(/^```lab\n([\s\S]*?)^```$/gm)].map(([, block = '']) => parse(block) as Answer);

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
