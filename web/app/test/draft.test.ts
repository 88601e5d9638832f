// @vitest-environment node
/** A lesson while it is written: what the preview shows, and where a mistake is. */
import { expect, it } from 'vitest';
import type { Check } from '@ackscope/engine';
import { realAsk, realEngine } from '../../engine/test/real-engine.ts';
import template from '../public/lessons/template.md?raw';
import { readDraft, stepAt } from '../src/lesson/draft.ts';

const real = realEngine();
const engine = {
  ask: realAsk,
  check: (text: string) => Promise.resolve(JSON.parse(real.check(text)) as Check),
};
const { signal } = new AbortController();
const read = (text: string) => readDraft(text, engine, signal);
const lineOf = (part: string): number => template.split('\n').findIndex((line) => line.includes(part)) + 1;

it('is the lesson of its text', async () => {
  const found = await read(template);
  expect('lesson' in found && found.lesson.steps.map(({ title }) => title)).toEqual([
    'A number to guess',
    'A choice',
  ]);
});

it.each([
  ['a line that cannot be read', 'unit: ratio', 'unti: ratio', /predict.*unti/],
  ['a run that no page starts unasked', 'queue.capacity=8pkt', 'rate=100Gbps', /^step 2: .*too long/],
  ['a run that the engine refuses', 'queue.capacity=8pkt', 'rate=-1Mbps', /^step 2: .*rate/],
])('names the line of %s, without it in the words', async (_, from, to, message) => {
  expect(template).toContain(from);
  const found = await read(template.replace(from, to));
  expect(found).toMatchObject({ line: lineOf(from), message: expect.stringMatching(message) as string });
});

it('is read up to the length of a lesson at an address', async () => {
  // In bytes: each of these letters has two. A paragraph has at most 5000 characters.
  const rest = 262_144 - new Blob([template]).size;
  const paragraphs = `\n${'ü'.repeat(500)}\n`.repeat(Math.floor(rest / 1002));
  const most = template + paragraphs + '\n'.repeat(rest % 1002);
  expect(await read(most)).toHaveProperty('lesson');
  expect(await read(`${most}\n`)).toEqual({ line: 0, message: 'it is longer than 256 kB' });
});

it('names the line of a paragraph that is too long', async () => {
  const long = `Many words:\n${'and more '.repeat(600)}`;
  const found = await read(template.replace('The link is full. Say', `${long}\n\nThe link is full. Say`));
  expect(found).toMatchObject({
    line: lineOf('The link is full. Say'),
    message: expect.stringContaining('at most 5000') as string,
  });
});

it('is not judged once the next one is typed', async () => {
  const over = new AbortController();
  const reading = readDraft(template, engine, over.signal);
  over.abort(new Error('typed on'));
  await expect(reading).rejects.toThrow('typed on');
});

it.each([
  [1, 0],
  [lineOf('## A number to guess'), 0],
  [lineOf('## A choice') - 1, 0],
  [lineOf('## A choice'), 1],
  [lineOf('## For the teacher'), 2],
])('line %i is in step %i, counted from 0', (line, step) => {
  expect(stepAt(template, line)).toBe(step);
});
