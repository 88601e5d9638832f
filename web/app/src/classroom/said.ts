/** A learner's answer as a code holds it (core/lab/src/codes). */
import type { CodeRequest, GivenAnswer } from '@ackscope/engine';
import { meansOf } from '@ackscope/model/lesson';
import { traceHashes } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import type { Guess, Judgement, Lesson, Prediction } from '@ackscope/model/lesson';

/** The most steps of a lesson that codes can name. */
const MAX_STEPS = 8;

/** What a run says of a script. */
export interface Result {
  holds: readonly boolean[];
  traceHash: string;
}

/** Null of what is no script. */
export const resultOf = (judgement: Judgement | null, lanes: LabState['run']['lanes']): Result | null =>
  judgement?.kind === 'write' ? { holds: judgement.holds, traceHash: traceHashes(lanes) } : null;

/** Null if a code cannot hold the answer. */
export function said(
  { code, steps, variant }: Pick<Lesson, 'code' | 'steps' | 'variant'>,
  at: number,
  guess: Guess | null,
  result: Result | null = null,
): CodeRequest | null {
  const predict = steps[at]?.predict ?? null;
  if (predict === null || at >= MAX_STEPS) return null;
  const of = { lesson: code, step: at + 1 };
  if (predict.kind === 'draw' && guess?.kind === 'draw')
    return { form: 'curve', of, means: meansOf(guess.values), top: predict.top, variant };
  if (result !== null)
    return {
      form: 'result',
      of,
      holds: [...result.holds],
      variant: variant ?? 0,
      trace_hash: result.traceHash,
    };
  return { form: 'answers', of, answers: [given(predict, guess)] };
}

function given(predict: Prediction, guess: Guess | null): GivenAnswer {
  if (guess?.kind === 'pick') return { form: 'choice', option: guess.option };
  if (guess?.kind === 'estimate' && predict.kind === 'estimate')
    return { form: 'number', value: guess.value, low: predict.low, high: predict.high };
  return { form: 'unsure' };
}
