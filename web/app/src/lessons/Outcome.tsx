import { measureOf } from '@ackscope/model/lesson';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import { useLanes } from '../lab/useLanes.ts';
import { VERDICT } from '../question/verdicts.ts';
import { chosenInWords, outcomeInWords } from './lessonTexts.ts';
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

/** What the run has of a wrong choice, in numbers. */
export function Chosen({
  prediction,
  guess,
  judgement,
}: {
  prediction: Prediction;
  guess: Guess;
  judgement: Judgement;
}) {
  const lanes = useLanes();
  const read = measureOf(lanes.map(({ run }) => run));
  const nameOf = (label: string): string => lanes.find(({ run }) => run.label === label)?.name ?? label;
  const words = chosenInWords(prediction, guess, judgement, read, nameOf);
  return words === null ? null : <p data-part="chosen">{words}</p>;
}
