// @vitest-environment node
/** Every exercise with a hidden test: the given text fails it, and a right answer passes it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { frameAddress } from '../../embed/src/address.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { holdsIn, runLink } from './lessonRuns.ts';

interface Exercise {
  file: string;
  attributes: ReadonlyMap<string, string>;
  script: { id: string; text: string } | null;
}

/** A right answer to each exercise: the text of its script, or changes to its scenario. */
const ANSWERS: Readonly<Record<string, string>> = {
  'docs/embedding.md': 'on loss {\n  ssthresh = max(2, 0.9 * window)\n  cwnd = ssthresh\n}',
  'e2e/hosts/write.html': 'on loss { cwnd = window * 0.9; ssthresh = cwnd }',
};

const root = new URL('../../../', import.meta.url);
const FOLDERS = ['docs/', 'docs/lessons/', 'e2e/hosts/', 'web/app/src/examples/'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => /\.(md|mdx|html|ipynb)$/.test(name))
    .map((name) => folder + name),
);

const exercises = files.flatMap((file) => exercisesOf(file));

function exercisesOf(file: string): Exercise[] {
  const page = readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
  return [...page.matchAll(/<ackscope-lab\b((?:[^">]|"[^"]*")*)>([\s\S]*?)<\/ackscope-lab>/g)].flatMap(
    ([, tag = '', inside = '']) => {
      const attributes = new Map(
        [...tag.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        ]),
      );
      if (!attributes.has('test')) return [];
      const [, id = 'my-own', text] =
        /<script type="text\/ackscript"(?: data-id="([^"]*)")?>([\s\S]*?)<\/script>/.exec(inside) ?? [];
      return [{ file, attributes, script: text === undefined ? null : { id, text } }];
    },
  );
}

let engine: WasmEngine;
beforeAll(() => {
  engine = realEngine();
});

function passes({ attributes, script }: Exercise): boolean {
  const address = frameAddress('https://lab.example/', {
    scenario: attributes.get('scenario') ?? null,
    lanes: attributes.get('lanes') ?? null,
    script,
  });
  const lanes = runLink(engine, address.slice(address.indexOf('#') + 1));
  const conditions = (attributes.get('test') ?? '').split(';').filter((text) => text.trim() !== '');
  expect(conditions.length).toBeGreaterThan(0);
  return conditions.every((condition) => holdsIn(condition, lanes));
}

describe('the exercises of this repository', () => {
  it('are those that have an answer here', () => {
    expect(exercises.map(({ file }) => file).sort()).toEqual(Object.keys(ANSWERS).sort());
  });

  it.each(exercises.map((exercise) => [exercise.file, exercise] as const))(
    '%s fails as it is given, and passes with a right answer',
    (file, exercise) => {
      expect(passes(exercise)).toBe(false);
      const text = ANSWERS[file] ?? '';
      expect(passes({ ...exercise, script: { id: exercise.script?.id ?? 'my-own', text } })).toBe(true);
      // An empty rule is no answer: it fills the queue.
      expect(
        passes({ ...exercise, script: { id: exercise.script?.id ?? 'my-own', text: 'on loss { }' } }),
      ).toBe(false);
    },
    60_000,
  );
});
