/** A guess against the finished run. */
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Evaluate } from '@ackscope/engine';
import { judge } from '@ackscope/model/lesson';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import { useLab, useLabState } from '../lab/context.ts';

/**
 * What judges guesses, or why it could not be loaded; null while it is not loaded, and for a step that
 * needs none.
 */
function useEvaluate(prediction: Prediction | null): Evaluate | string | null {
  const { engine } = useLab();
  const [evaluate, setEvaluate] = useState<Evaluate | string | null>(null);
  const isNeeded = prediction !== null && prediction.kind !== 'draw';
  useEffect(() => {
    let isOver = false;
    if (isNeeded)
      engine.evaluator().then(
        (loaded) => {
          if (!isOver) setEvaluate(() => loaded);
        },
        (thrown: unknown) => {
          if (!isOver) setEvaluate(messageOf(thrown));
        },
      );
    return () => {
      isOver = true;
    };
  }, [engine, isNeeded]);
  return evaluate;
}

/** A guess judged by the finished run, or why the run does not judge it. */
export function useJudgement(prediction: Prediction | null, guess: Guess | null): Judgement | string | null {
  const lanes = useLabState((state) => state.run.lanes);
  const isDone = useLabState(
    (state) => state.run.status === 'done' && state.run.scenario === state.scenario.wanted,
  );
  const evaluate = useEvaluate(prediction);
  return useMemo(() => {
    if (prediction === null || guess === null || !isDone) return null;
    if (typeof evaluate === 'string') return evaluate;
    try {
      return judge(prediction, guess, lanes, evaluate);
    } catch (thrown) {
      return messageOf(thrown);
    }
  }, [prediction, guess, isDone, lanes, evaluate]);
}

/** The run's own number or option is asked for with any guess. */
function anyGuess(predict: Prediction | null): Guess | null {
  if (predict === null || predict.kind === 'draw' || predict.kind === 'write') return null;
  return predict.kind === 'pick' ? { kind: 'pick', option: 0 } : { kind: 'estimate', value: predict.low };
}

/** What the run itself gives to a question. */
export function useRunAnswer(prediction: Prediction | null, isWanted: boolean): Judgement | string | null {
  const guess = useMemo(() => (isWanted ? anyGuess(prediction) : null), [isWanted, prediction]);
  return useJudgement(prediction, guess);
}
