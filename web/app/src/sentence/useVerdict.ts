import { askedValues, isAnswerSeen, nearnessOfChoice, rightAnswer } from '@ackscope/model';
import { useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import { VERDICT } from '../question/verdicts.ts';

/** The verdict on the answer, once its result is visible. */
export function useVerdict(): { text: string; isFinal: boolean } | null {
  const lanes = useLanes();
  const ask = useLabState((state) => state.ask);
  const isSeen = useLabState(
    (state) => state.ask !== null && isAnswerSeen(state.ask, state.run, state.clock.timeS),
  );
  const run = useLabState((state) => state.run);
  if (ask?.stage !== 'answered') return null;
  const values = askedValues(ask, run);
  const right = rightAnswer(ask, run);
  const chosen = lanes[ask.answer ?? -1]?.name ?? '';
  if (!isSeen || right === null) return { text: `You say ${chosen}.`, isFinal: false };
  const nearness = nearnessOfChoice(right === ask.answer, values?.[ask.answer ?? -1], values?.[right]);
  const word = VERDICT[nearness];
  const text = nearness === 'right' ? word : `${word.slice(0, -1)}: ${lanes[right]?.name ?? ''}.`;
  return { text, isFinal: true };
}
