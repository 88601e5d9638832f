import fc from 'fast-check';
import { LESSONS } from 'virtual:lessons';
import { describe, expect, it } from 'vitest';
import type { CodeLine, CodeRequest } from '@ackscope/engine';
import {
  answersByStep,
  answersOf,
  barsOf,
  cloudHref,
  cloudProblem,
  countOf,
  inWords,
  medianOf,
  placeOf,
  readCloud,
  readCodes,
} from '../src/classroom/cloud.ts';
import { realAnalysis } from '../../engine/test/real-engine.ts';

const work = (request: object): unknown => JSON.parse(realAnalysis().classwork(JSON.stringify(request)));
const write = (said: CodeRequest): string => work({ do: 'write', said }) as string;
const read = (text: string, of: { lesson: number; step: number } | null): CodeLine[] =>
  work({ do: 'read', text, of }) as CodeLine[];

const sawtooth = LESSONS.find(({ id }) => id === 'sawtooth');
const of = (step: number) => ({ lesson: sawtooth?.code ?? 0, step });
const predictOf = (step: number) => {
  const predict = sawtooth?.steps[step - 1]?.predict ?? null;
  if (predict === null || predict.kind === 'write') throw new Error('no question');
  return predict;
};
const level = (value: number): string =>
  write({ form: 'curve', of: of(1), means: Array<number>(12).fill(value), top: 400, variant: null });
const number = (value: number): string =>
  write({ form: 'answers', of: of(3), answers: [{ form: 'number', value, low: 0.5, high: 1 }] });
const unsure = write({ form: 'answers', of: of(3), answers: [{ form: 'unsure' }] });

describe('the answers of a class', () => {
  it('are the drawings that the codes hold, with their median', () => {
    const lines = read([level(30), level(166), level(290), number(0.8)].join('\n'), of(1));
    const { curves } = answersOf(lines, predictOf(1), 0);
    // A level is 400/32 packets, since the sender counts segments and its window reaches 335; read back it is the middle.
    expect(curves.map(([first]) => first)).toEqual([2.5, 13.5, 23.5].map((at) => (at * 400) / 32));
    expect(medianOf(curves)).toEqual(Array(12).fill((13.5 * 400) / 32));
    expect(lines[3]?.problem).toBe('this is lesson 2, step 3');
  });

  it('are bars of a slider in ten parts, and of what nobody knows', () => {
    const lines = read([number(0.5), number(0.849), number(0.85), number(1), unsure].join('\n'), of(3));
    const predict = predictOf(3);
    if (predict.kind === 'draw') throw new Error('a drawing');
    const bars = barsOf(answersOf(lines, predict, 2), predict);
    expect(bars.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1]);
    expect(bars.at(6)?.label).toBe('80 % to 85 %');
    expect(bars.at(-1)).toMatchObject({ label: 'I don’t know', isUnsure: true });
  });

  it('say where they differ, and not which is right', () => {
    const predict = predictOf(1);
    if (predict.kind !== 'draw') throw new Error('no drawing');
    const rising = [1, 2, 3, 4, 5].map((slope) => Array.from({ length: 12 }, (_, at) => 10 + slope * at * 4));
    expect(inWords(rising, predict)).toBe(
      'They agree at the start. Widest apart at 3.83 s: eight of ten lie between 71.6 packets and 212 packets.',
    );
    expect(inWords([rising[0] ?? [], rising[0] ?? [], rising[0] ?? []], predict)).toMatch(
      /^They agree everywhere\./,
    );
    const crossing = [-1, -0.5, 0.5, 1].map((slope) =>
      Array.from({ length: 12 }, (_, at) => 150 + slope * (at - 5) * 20),
    );
    expect(inWords(crossing, predict)).toMatch(/^They agree at 1\.5 s\. Widest apart at 3\.83 s/);
    const apart = [0, 150, 300].map((value) => Array<number>(12).fill(value));
    expect(inWords(apart, predict)).toMatch(/^They differ everywhere\./);
    expect(inWords(rising.slice(0, 2), predict)).toBe('');
  });

  it('name their step, also in a list of answers that begins earlier', () => {
    expect(placeOf(read(`Anna\n${level(30)}`, null), LESSONS)).toMatchObject({ at: 0 });
    const later = write({
      form: 'answers',
      of: of(1),
      answers: [{ form: 'none' }, { form: 'none' }, { form: 'unsure' }],
    });
    expect(placeOf(read(later, null), LESSONS)?.at).toBe(2);
    expect(placeOf(read('Anna', null), LESSONS)).toBeNull();
  });
});

describe('the codes of several lessons in one list', () => {
  const codes = [
    level(30),
    number(0.8),
    write({
      form: 'curve',
      of: { lesson: 10, step: 1 },
      means: Array<number>(12).fill(1),
      top: 2,
      variant: null,
    }),
  ];
  const readAll = (list: readonly string[], named: number | null) =>
    readCodes(
      (place) => Promise.resolve(read(list.join('\n'), place)),
      named === null || sawtooth === undefined ? null : { lesson: sawtooth, at: named },
      LESSONS,
    );

  it('are of the first one’s step; the others are not drawn on its axis, and say their step', async () => {
    const { lines, place } = await readAll(codes, null);
    expect(place).toMatchObject({ lesson: { id: 'sawtooth' }, at: 0 });
    expect(lines.map(({ problem }) => problem ?? null)).toEqual([
      null,
      'this is lesson 2, step 3',
      'this is lesson 10, step 1',
    ]);
    expect(answersOf(lines, predictOf(1), 0).curves).toHaveLength(1);
    const turned = await readAll(codes.toReversed(), null);
    expect(turned.place?.lesson.code).toBe(10);
    expect(turned.lines.filter(({ problem }) => problem == null)).toHaveLength(1);
  });

  it('are of the step that is named', async () => {
    const { lines, place } = await readAll(codes, 2);
    expect(place?.at).toBe(2);
    expect(lines.filter(({ problem }) => problem == null).map(({ line }) => line)).toEqual([2]);
  });
});

it('the codes of a class answer each step of a lesson for a lecture', async () => {
  if (sawtooth === undefined) throw new Error('no lesson');
  let reads = 0;
  const text = [level(30), 'no code', level(12), number(0.8), unsure].join('\n');
  const all = await answersByStep(() => {
    reads += 1;
    return Promise.resolve(read(text, null));
  }, sawtooth);
  expect(reads).toBe(1);
  expect([...all].map(([at, answers]) => [at, countOf(answers)])).toEqual([
    [0, 2],
    [2, 2],
  ]);
});

describe('the address of a cloud', () => {
  it('that is too long for all codes has whole ones only', () => {
    const codes = Array.from({ length: 400 }, (_, at) => `${String(at)} ${'é'.repeat(9)}`);
    const back = readCloud(cloudHref({ lesson: '', step: 1, codes: codes.join('\n') }).split('?')[1] ?? '');
    const kept = back.codes.split('\n');
    expect(kept.length).toBeGreaterThan(100);
    expect(kept.length).toBeLessThan(400);
    expect(kept).toEqual(codes.slice(0, kept.length));
  });

  it('is read as it was written', () => {
    const cloud = { lesson: 'sawtooth', step: 3, codes: `${level(30)}\nnot a code, and more\n${unsure}` };
    const back = readCloud(cloudHref(cloud).split('?')[1] ?? '');
    expect(back).toEqual({ ...cloud, codes: cloud.codes.replace(', ', '  ') });
  });

  it('holds no name that stands beside a code', () => {
    const lines = [`Müller, Jörg: ${level(30)}`, `"Ana B.",${unsure.toLowerCase()}`, `${level(166)}\tZoë`];
    const back = readCloud(cloudHref({ lesson: '', step: 1, codes: lines.join('\n') }).split('?')[1] ?? '');
    expect(back.codes.split('\n')).toEqual([level(30), unsure.toLowerCase(), level(166)]);
  });

  it('of any text is a cloud, and stays the same', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const cloud = readCloud(query);
        expect(Number.isInteger(cloud.step) && cloud.step >= 1).toBe(true);
        const once = cloudHref(cloud);
        expect(cloudHref(readCloud(once.split('?')[1] ?? ''))).toBe(once);
      }),
    );
  });
});

it('says which step an address names that is not there', () => {
  expect(cloudProblem('', LESSONS)).toBeNull();
  expect(cloudProblem('of=sawtooth.1&codes=x', LESSONS)).toBeNull();
  expect(cloudProblem('of=zzz.1', LESSONS)).toMatch(/“zzz.1” names no lesson/);
  expect(cloudProblem('of=sawtooth.99', LESSONS)).toMatch(/“sawtooth.99” is no step .* Steps: 1 to \d\.$/);
  expect(cloudProblem('of=<b>', LESSONS)).toMatch(/“<b>” names no lesson/);
});
