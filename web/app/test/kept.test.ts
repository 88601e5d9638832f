import { expect, it } from 'vitest';
import type { Lesson, LessonStep } from '@ackscope/model/lesson';
import { keepAnswers, keptAnswers, readAnswers } from '../src/course/kept.ts';

const step = (predict: unknown): LessonStep => ({ predict }) as LessonStep;
const lesson = {
  id: 'sawtooth',
  revision: '0123abcd',
  variant: null,
  steps: [
    step({ kind: 'pick', options: [{ name: 'one' }, { name: 'two' }] }),
    step({ kind: 'estimate' }),
    step({ kind: 'draw' }),
    step(null),
  ],
} as unknown as Lesson;

it('keeps the answers of a lesson over a reload, those of the same text and variant', () => {
  const answers = new Map([
    [0, { kind: 'pick', option: 1 } as const],
    [1, null],
    [2, { kind: 'draw', values: [1, null, 3] } as const],
  ]);
  keepAnswers(lesson, answers);
  expect(keptAnswers(lesson)).toEqual(answers);
  expect(keptAnswers({ ...lesson, revision: 'ffffffff' })).toEqual(new Map());
  expect(keptAnswers({ ...lesson, variant: 3 })).toEqual(new Map());
});

it('takes nothing that is no answer to its step', () => {
  for (const text of [
    'x',
    'null',
    '{"0":1}',
    '[[0,{"kind":"pick","option":2}]]',
    '[[0,{"kind":"pick","option":0.5}]]',
    '[[1,{"kind":"pick","option":0}]]',
    '[[1,{"kind":"estimate","value":"1"}]]',
    '[[2,{"kind":"draw","values":["a"]}]]',
    '[[3,null]]',
    '[[9,null]]',
    '[["0",null]]',
  ])
    expect(readAnswers(text, lesson), text).toEqual(new Map());
  expect(readAnswers('[[1,{"kind":"estimate","value":2}],[7,null]]', lesson)).toEqual(
    new Map([[1, { kind: 'estimate', value: 2 }]]),
  );
});
