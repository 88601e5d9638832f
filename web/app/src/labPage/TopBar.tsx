import { memo } from 'react';
import { QuestionText } from '../question/Question.tsx';
import { useLabState } from '../lab/context.ts';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import styles from './TopBar.module.css';

/** Loaded after the first curve. */
const Sentence = lazyAfterCurve('Sentence', () => import('../sentence/Sentence.tsx'));

/** Below the header, of one height in all states: the question, then the finding, its cause and the proof. */
export const TopBar = memo(function TopBar() {
  // Beside a question a phone has the whole path, and keeps its room after the answer.
  const asks = useLabState((state) => state.ask !== null);
  return (
    <section className={styles.bar} aria-label="Question and finding" data-asks={asks || undefined}>
      <Later
        fallback={
          <p className={styles.line} data-part="question">
            <strong>
              <QuestionText />
            </strong>
          </p>
        }
      >
        <Sentence />
      </Later>
    </section>
  );
});
