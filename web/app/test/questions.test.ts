import { parse } from 'gift-pegjs';
import { LESSONS } from 'virtual:lessons';
import { beforeAll, describe, expect, it } from 'vitest';
import { gift, moodleXml, questionsOf } from '../src/classroom/questions.ts';
import type { Question } from '../src/classroom/questions.ts';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { runLink } from './lessonRuns.ts';

const catalogue = await loadCatalogue();

const AWKWARD: Question[] = [
  {
    name: 'A: {name} & more',
    text: 'Two flows ~ share #1: a = b?\n\nChoose <one>.',
    feedback: 'Because of {C}.',
    answer: { kind: 'choice', options: ['A = {both}', 'B ~ none', 'C: 50 %'], right: 1 },
  },
  {
    name: 'A number',
    text: 'How much? Answer in %.',
    feedback: '',
    answer: { kind: 'number', value: 79.6, tolerance: 3 },
  },
];

interface Gift {
  type: string;
  title: string;
  stem: { text: string };
  globalFeedback: { text: string } | null;
  choices?: {
    isCorrect: boolean;
    text: { text: string } | { type: string; number: number; range: number };
  }[];
}
const read = (text: string): Gift[] =>
  (parse(text) as unknown as Gift[]).filter(({ type }) => type !== 'Category');
const xml = (text: string): Document => new DOMParser().parseFromString(text, 'application/xml');

describe('the questions of a lesson', () => {
  let questions: Question[] = [];
  beforeAll(async () => {
    const lesson = LESSONS.find(({ id }) => id === 'sawtooth');
    if (lesson === undefined) throw new Error('no lesson');
    questions = await questionsOf(
      lesson,
      (run) => Promise.resolve(runLink(realEngine(), run)),
      realEvaluate(),
      catalogue,
    );
  });

  it('are its numbers with the answers of the runs; the two drawings have no such form', () => {
    expect(questions.map(({ answer }) => answer.kind)).toEqual(['number', 'number']);
    const [full, tenth] = questions.map(
      ({ answer }) => answer as Extract<Question['answer'], { kind: 'number' }>,
    );
    expect(full?.value).toBeGreaterThan(99.5);
    expect(full?.tolerance).toBe(3);
    // A tenth of the buffer: four fifths of the link are used.
    expect(tenth?.value).toBeGreaterThan(78);
    expect(tenth?.value).toBeLessThan(82);
    expect(questions[1]?.text).toMatch(
      /^A sender does not know.*8 packets instead of 83.*\n\nLink 10 Mbit\/s · RTT 100 ms · buffer 8 packets · New Reno\n\nWhat is the utilization with a buffer of 8 packets\? Answer in %\.$/s,
    );
  });

  it('are read by a parser that somebody else wrote', () => {
    const found = read(gift('Slow start', [...questions, ...AWKWARD]));
    expect(found.map(({ type }) => type)).toEqual(['Numerical', 'Numerical', 'MC', 'Numerical']);
    // What the run gives, and why.
    expect(found[1]?.globalFeedback?.text).toMatch(
      /^The run gives: 80 %\..*Four fifths\. Without any buffer/s,
    );
    const [choice] = found.slice(2);
    expect(choice?.globalFeedback?.text).toBe('Because of {C}.');
    expect(choice?.title).toBe('A: {name} & more');
    expect(choice?.stem.text).toContain('Two flows ~ share #1: a = b?');
    expect(
      choice?.choices?.map(({ isCorrect, text }) => [isCorrect, 'text' in text ? text.text : '']),
    ).toEqual([
      [false, 'A = {both}'],
      [true, 'B ~ none'],
      [false, 'C: 50 %'],
    ]);
  });

  it('are Moodle XML that a browser reads: one right answer each, and HTML that is text', () => {
    const found = xml(moodleXml('Slow start & more', AWKWARD));
    expect(found.querySelector('parsererror')).toBeNull();
    const [category, choice, number] = [...found.querySelectorAll('question')];
    expect(category?.querySelector('category > text')?.textContent).toBe(
      '$course$/top/Ackscope/Slow start & more',
    );
    expect(choice?.getAttribute('type')).toBe('multichoice');
    const shares = [...(choice?.querySelectorAll('answer') ?? [])].map((one) => one.getAttribute('fraction'));
    expect(shares).toEqual(['0', '100', '0']);
    expect(choice?.querySelector('questiontext > text')?.textContent).toBe(
      '<p>Two flows ~ share #1: a = b?</p><p>Choose &lt;one&gt;.</p>',
    );
    expect(number?.querySelector('answer > text')?.textContent).toBe('79.6');
    expect(choice?.querySelector('generalfeedback > text')?.textContent).toBe('<p>Because of {C}.</p>');
    expect(number?.querySelector('tolerance')?.textContent).toBe('3');
  });

  // A lesson of another site: its texts may be anything.
  const BREAK = '\n\n::Extra::[html]<script>alert(1)</script> Which?{=yes ~no}\n\n';
  const HOSTILE: Question[] = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'].map((end) => {
    const text = `${BREAK.replaceAll('\n', end)}\u001b[31m \ud800 \uffff \0`;
    return {
      name: text,
      text,
      feedback: text,
      answer: { kind: 'choice', options: [`[html]${text}`, `%100%${text}`, `${text} -> b`], right: 0 },
    };
  });

  it('stay the only questions of a file, whatever a lesson says', () => {
    const written = gift(BREAK, HOSTILE);
    expect(written).not.toMatch(/[\r\u0085\u2028\u2029\0\u001b]/);
    // A question's name stands at the beginning of a line, and a format behind a name or a sign.
    expect(written.match(/^::/gm)).toHaveLength(HOSTILE.length);
    expect(written.match(/^(?:::.*[^\\]::|[=~])\[html\]/gm)).toBeNull();
    expect(written.match(/^\$CATEGORY/gm)).toHaveLength(1);
    const found = read(written);
    expect(found.map(({ type }) => type)).toEqual(HOSTILE.map(() => 'MC'));
    for (const { choices = [] } of found)
      expect(choices.map(({ isCorrect }) => isCorrect)).toEqual([true, false, false]);
  });

  it('are well-formed XML, whatever a lesson says', () => {
    const found = xml(moodleXml(BREAK, HOSTILE));
    expect(found.querySelector('parsererror')).toBeNull();
    expect(found.querySelectorAll('question')).toHaveLength(HOSTILE.length + 1);
    expect(found.querySelector('category > text')?.textContent).not.toContain('\n');
  });
});
