/** A learner's answer as a code holds it (core/lab/src/codes). */
import type { CodeRequest, GivenAnswer } from '@ackscope/engine';
import { meansOf } from '@ackscope/model/lesson';
import type { Guess, Lesson, Prediction } from '@ackscope/model/lesson';

/** The most steps of a lesson that codes can name. */
const MOST_STEPS = 8;

/** Null if a code cannot hold the answer. */
export function said(
  { code, steps, variant }: Pick<Lesson, 'code' | 'steps' | 'variant'>,
  at: number,
  guess: Guess | null,
): CodeRequest | null {
  const predict = steps[at]?.predict ?? null;
  if (predict === null || at >= MOST_STEPS) return null;
  const of = { lesson: code, step: at + 1 };
  if (predict.kind === 'draw' && guess?.kind === 'draw')
    return { form: 'curve', of, means: meansOf(guess.values), top: predict.top, variant };
  return { form: 'answers', of, answers: [given(predict, guess)] };
}

function given(predict: Prediction, guess: Guess | null): GivenAnswer {
  if (guess?.kind === 'pick') return { form: 'choice', option: guess.option };
  if (guess?.kind === 'estimate' && predict.kind === 'estimate')
    return { form: 'number', value: guess.value, low: predict.low, high: predict.high };
  return { form: 'unsure' };
}
