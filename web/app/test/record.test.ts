// @vitest-environment node
/** What is reported of a written rule. */
import { expect, it } from 'vitest';
import type { CodeRequest } from '@ackscope/engine';
import type { Judgement, Lesson } from '@ackscope/model/lesson';
import { LessonRecord } from '../src/classroom/record.ts';
import { realAnalysis } from '../../engine/test/real-engine.ts';

const LESSON = {
  id: 'own',
  code: 40,
  revision: '0a1b2c3d',
  score: 'answered',
  variant: 7,
  steps: [
    { predict: { kind: 'pick' } },
    {
      predict: { kind: 'write', script: 'mine' },
      run: 'v1/sawtooth?compare=mine&scripts.mine=on increase { cwnd = 86 }',
    },
  ],
} as unknown as Lesson;

const write = (said: CodeRequest): Promise<string> =>
  Promise.resolve(JSON.parse(realAnalysis().classwork(JSON.stringify({ do: 'write', said }))) as string);

it('a rule counts with the share of its conditions; its code says which hold', async () => {
  const record = new LessonRecord(LESSON, '0.2.0');
  const hand = (holds: boolean[]) => {
    const judgement: Judgement = { kind: 'write', nearness: 'near', holds };
    const guess = { kind: 'write', text: 'on loss { }' } as const;
    return record.report({ at: 1, form: 'write', guess, judgement }, [], 5000, write);
  };
  const first = await hand([true, false, true, true]);
  expect(first).toMatchObject({
    form: 'script',
    answer: 'on loss { }',
    right: null,
    verdict: 'near',
    gap: 0.25,
    variant: 7,
    // Half of the questions, of which three quarters hold.
    score: 38,
    done: false,
  });
  const codes = JSON.parse(
    realAnalysis().classwork(JSON.stringify({ do: 'read', text: first.code, of: { lesson: 40, step: 2 } })),
  ) as { code: object; problem?: string }[];
  // Bits 0, 2 and 3 of the conditions hold.
  expect(codes).toMatchObject([{ code: { kind: 'result', conditions: 4, holding: 13, variant: 7 } }]);
  // The first hand-in counts.
  expect(await hand([true, true, true, true])).toMatchObject({ gap: 0, tries: 2, score: 38 });
});

it('a skipped question counts nothing, and nor does a script as it was given', async () => {
  const record = new LessonRecord(LESSON, '0.2.0');
  const none = { guess: null, judgement: null };
  expect(await record.report({ at: 0, form: 'pick', ...none }, [], 5000, write)).toMatchObject({
    verdict: 'skipped',
    score: 0,
    done: false,
  });
  // Half of the conditions hold without any work.
  const judgement: Judgement = { kind: 'write', nearness: 'near', holds: [true, false] };
  const given = { kind: 'write', text: '# my rule\non increase {  cwnd = 86 }\n' } as const;
  expect(
    await record.report({ at: 1, form: 'write', guess: given, judgement }, [], 5000, write),
  ).toMatchObject({ gap: 1, score: 0, done: true });
  const other = new LessonRecord(LESSON, '0.2.0');
  const changed = { kind: 'write', text: 'on increase { cwnd = 87 }' } as const;
  expect(
    await other.report({ at: 1, form: 'write', guess: changed, judgement }, [], 5000, write),
  ).toMatchObject({ gap: 0.5, score: 25 });
});
