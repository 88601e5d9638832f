import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import { VERDICT } from '../question/verdicts.ts';
import { outcomeInWords } from './lessonTexts.ts';
import styles from './Lesson.module.css';

/** The verdict on an answer, in words. */
export function Outcome({
  prediction,
  guess,
  judged,
}: {
  prediction: Prediction;
  guess: Guess;
  judged: Judgement | string | null;
}) {
  if (judged === null) return <p className={styles.outcome}>Computing…</p>;
  if (typeof judged === 'string')
    return (
      <p className={styles.outcome}>
        <strong>Not judged.</strong> {judged}
      </p>
    );
  return (
    <p className={styles.outcome} data-nearness={judged.nearness}>
      {/* Of a curve the sentence itself is the verdict. */}
      {judged.kind !== 'draw' && <strong>{VERDICT[judged.nearness]} </strong>}
      {outcomeInWords(prediction, guess, judged)}
    </p>
  );
}
