// @vitest-environment node
/**
 * Every sentence of docs/embedding.md is held by a test, or is no promise. A sentence that is added
 * or changed fails here until guide.json names its test.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LESSON_VERDICTS } from '../src/protocol.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A sentence or a table's row, and the title of its test; null: an instruction or a pointer. */
const held = JSON.parse(read('web/embed/test/guide.json')) as [sentence: string, test: string | null][];

/** The sentences of a guide, without headings and code; of a table, each row. */
function sentencesOf(markdown: string): string[] {
  const blocks = markdown.replace(/^```[\s\S]*?^```/gm, '\n\n').split(/\n\s*\n/);
  return blocks
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('#'))
    .flatMap((block) =>
      block.startsWith('|')
        ? block.split('\n').slice(2)
        : block.replace(/\s+/g, ' ').split(/(?<=[.:?!])\s+(?=[A-Z`*])/),
    )
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

/** The text of all tests that may hold a sentence. */
const tests = ['e2e/tests/', 'web/embed/test/', 'web/app/test/', 'web/tools/test/']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => /\.(spec|test)\.\w+$/.test(name))
      .map((name) => read(folder + name)),
  )
  .join('\n');

it('the guide says what guide.json lists, sentence by sentence', () => {
  expect(sentencesOf(read('docs/embedding.md'))).toEqual(held.map(([sentence]) => sentence));
});

it('the tests that hold its sentences exist', () => {
  const missing = held.filter(([, test]) => test !== null && !tests.includes(test));
  expect(missing).toEqual([]);
});

it('most of its sentences are promises', () => {
  expect(held.filter(([, test]) => test === null).length).toBeLessThan(held.length / 4);
});

it('the guide lists the verdicts of a lesson', () => {
  const [, words = ''] = /^\| `verdict` \| (.*)\. \|$/m.exec(read('docs/embedding.md')) ?? [];
  expect(words.match(/\w+(?=`)/g)).toEqual([...LESSON_VERDICTS]);
});

it('the script of the widget is as small as the guide says', () => {
  const [, kB] = /The script is at most (\d+) kB compressed/.exec(read('docs/embedding.md')) ?? [];
  const [, budget] = /widget: (\d+) }/.exec(read('web/tools/size.mjs')) ?? [];
  expect(Number(kB)).toBe(Number(budget));
});
