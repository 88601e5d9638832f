import { Button } from 'react-aria-components';
import { askedValues, isAnswerSeen, nearnessOfChoice, rightAnswer } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { findingAt } from '../lab/finding.ts';
import { useLanes } from '../lab/useLanes.ts';
import { VERDICT } from './verdicts.ts';
import styles from './Question.module.css';

/** Below the question: the verdict on the answer, and the result, both from the run itself. */
export function Finding() {
  const actions = useActions();
  const { rules } = useLab();
  const lanes = useLanes();
  const verdict = useVerdict();
  const timeS = useLabState((state) => Math.floor(state.clock.timeS));
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const reference = useLabState((state) => state.reference);
  const ask = useLabState((state) => state.ask);
  const run = useLabState((state) => state.run);
  const preset = useLabState((state) => state.scenario.preset);
  const sentence = findingAt({ ask, reference, run, preset, timeS, hidesFuture }, lanes, rules);
  return (
    <span className={styles.finding} role="status" data-judged={verdict?.isFinal === true || undefined}>
      {verdict !== null && <b data-part="verdict">{verdict.text} </b>}
      {sentence !== null && (
        <>
          <span data-part="sentence">{sentence}</span>{' '}
          <Button className={styles.evidence ?? ''} onPress={() => actions.openDrawer('causes')}>
            Show why
          </Button>
        </>
      )}
    </span>
  );
}

/** The verdict on the answer, once its result is visible. */
function useVerdict(): { text: string; isFinal: boolean } | null {
  const lanes = useLanes();
  const ask = useLabState((state) => state.ask);
  const isSeen = useLabState(
    (state) => state.ask !== null && isAnswerSeen(state.ask, state.run, state.clock.timeS),
  );
  const run = useLabState((state) => state.run);
  if (ask === null || ask.stage === 'coming') return null;
  if (ask.stage === 'open') return { text: 'Answer to play the run.', isFinal: false };
  const values = askedValues(ask, run);
  const right = rightAnswer(ask, run);
  const chosen = lanes[ask.answer ?? -1]?.name ?? '';
  if (!isSeen || right === null) return { text: `You say ${chosen}.`, isFinal: false };
  const nearness = nearnessOfChoice(right === ask.answer, values?.[ask.answer ?? -1], values?.[right]);
  const word = VERDICT[nearness];
  const text = nearness === 'right' ? word : `${word.slice(0, -1)}: ${lanes[right]?.name ?? ''}.`;
  return { text, isFinal: true };
}
