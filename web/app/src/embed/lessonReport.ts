/** The learner's answer to a question of a lesson, for the host page (web/embed/src/protocol.ts). */
import type { Report } from '@ackscope/embed/protocol';
import { traceHashes } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import type { Guess, Judgement } from '@ackscope/model/lesson';

/** A committed answer; without a guess the question was skipped. */
export interface Answered {
  /** Index of the step, from 0. */
  at: number;
  form: keyof typeof FORMS;
  guess: Guess | null;
  judgement: Judgement | null;
  /** Every question of the lesson is answered. */
  isLast: boolean;
}

const FORMS = { draw: 'curve', pick: 'choice', estimate: 'number' } as const;

/** A drawn curve is reported as the means of so many equal parts. */
const PARTS = 12;

export function lessonReport(
  lesson: { id: string; steps: readonly unknown[] },
  { at, form, guess, judgement, isLast }: Answered,
  lanes: LabState['run']['lanes'],
  engine: string,
): Extract<Report, { type: 'lesson' }> {
  return {
    type: 'lesson',
    lesson: lesson.id,
    step: at + 1,
    steps: lesson.steps.length,
    form: FORMS[form],
    answer: answerOf(guess),
    right: rightOf(judgement),
    verdict: judgement?.nearness ?? 'skipped',
    traceHash: traceHashes(lanes),
    engine,
    done: isLast,
  };
}

function answerOf(guess: Guess | null): readonly number[] | number | null {
  if (guess === null) return null;
  if (guess.kind === 'draw') return means(guess.values);
  return guess.kind === 'pick' ? guess.option : guess.value;
}

function rightOf(judgement: Judgement | null): number | null {
  if (judgement === null || judgement.kind === 'draw') return null;
  return judgement.kind === 'pick' ? judgement.right : judgement.value;
}

/** The means of `PARTS` parts. A part without a value has that of the nearest value drawn. */
function means(values: readonly (number | null)[]): number[] {
  const drawn = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  return Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part, part + 1].map((edge) => (edge * values.length) / PARTS) as [number, number];
    const inside = drawn.filter(({ at }) => at >= Math.floor(from) && at < to);
    if (inside.length > 0) return inside.reduce((sum, { value }) => sum + value, 0) / inside.length;
    const middle = (from + to) / 2;
    const nearest = drawn.toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))[0];
    return nearest?.value ?? 0;
  });
}
