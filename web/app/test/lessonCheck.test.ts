// @vitest-environment node
/** *Check* of a lesson from elsewhere; the command line's is held to the same texts (core/cli/tests/lesson_check.rs). */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { realAsk, realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { readForeign } from '../src/course/foreign/foreign.ts';
import { checkLesson } from '../src/lesson/check.ts';
import type { Checked } from '../src/lesson/check.ts';
import { GALLERY as LISTED } from '../src/lessons/gallery.ts';
import { runScenario } from './lessonRuns.ts';

const FILES = fileURLToPath(new URL('../public/lessons/', import.meta.url));
const FAULTY = fileURLToPath(new URL('../../../core/cli/tests/lesson/', import.meta.url));

const ADDRESS = 'https://course.example/own.md';

const engine = realEngine();
const text = (name: string): string => readFileSync(FILES + name, 'utf8');
const compile = (source: string) => realAsk('expression', 'run', source);
const { signal } = new AbortController();

async function check(source: string): Promise<Checked> {
  const foreign = await readForeign(ADDRESS, source, compile);
  const ways = {
    engine: { ask: realAsk },
    evaluate: realEvaluate(),
    run: (scenario: Parameters<typeof runScenario>[1]) => Promise.resolve(runScenario(engine, scenario)),
  };
  return await checkLesson(foreign, ways, signal);
}

const shown = ({ faults }: Checked): string[] =>
  faults.map(({ line, message }) => `${String(line)}: ${message}`);

it('lists the lessons of the gallery as they call themselves', async () => {
  const files = readdirSync(FILES).filter((name) => name !== 'template.md');
  expect(LISTED.map(({ id }) => `${id}.md`).sort()).toEqual(files.sort());
  for (const { id, title, about } of LISTED) {
    const { lesson } = await readForeign(ADDRESS, text(`${id}.md`), compile);
    expect([lesson.title, lesson.summary]).toEqual([title, about]);
  }
});

it.each(readdirSync(FILES))('%s of the gallery holds', async (name) => {
  const found = await check(text(name));
  expect(shown(found)).toEqual([]);
  expect(found.comparisons).toBeGreaterThan(1);
});

it('finds each kind of mistake with its line, as the command line does', async () => {
  const found = await check(readFileSync(`${FAULTY}faulty.md`, 'utf8'));
  expect(`${shown(found).join('\n')}\n`).toBe(readFileSync(`${FAULTY}faulty.txt`, 'utf8'));
});

/** The template, with one text in place of another one. */
const changed = (from: string, to: string): Promise<Checked> => {
  expect(text('template.md')).toContain(from);
  return check(text('template.md').replace(from, to));
};

it.each([
  ['a key that is not known', 'unit: ratio', 'unti: ratio', /^line 18: .*unti/],
  ['YAML that cannot be read', 'low: 0', 'low: [0', /^line (19|2\d): YAML/],
  ['a heading without a place', '### Afterwards', '### Later', /^line 26: no place/],
  ['HTML', 'The link is full. Say', 'The link is <b>full</b>. Say', /^line 28: .*html/],
  ['a wrong front matter', 'minutes: 10', 'minutes: many', /^line 4: .*minutes/],
  ['a run that is not there', 'v1/sawtooth', 'v1/sawteeth', /^line 14: .*sawteeth/],
  ['an anchor', 'low: 0', 'low: &a 0', /^line 19: YAML: anchors/],
])('names the line of %s', async (_, from, to, message) => {
  await expect(changed(from, to)).rejects.toThrow(message);
});
