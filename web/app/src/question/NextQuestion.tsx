import { nextQuestion } from '@ackscope/model';
import { useActions, useLab, useLabState } from '../lab/context.ts';

/** The next question of the opening page, before the answer and after it. */
export function NextQuestion({ className }: { className: string | undefined }) {
  const actions = useActions();
  const { reducedMotion } = useLab();
  const next = useLabState((state) => nextQuestion(state.scenario.preset));
  if (next === null) return null;
  const ask = (event: React.MouseEvent<HTMLElement>): void => {
    // A press with the pointer leaves no ring when the answer is given by a key.
    if (event.detail > 0) event.currentTarget.blur();
    actions.choosePreset(next, !reducedMotion);
    actions.beginAsk();
  };
  return (
    <button type="button" className={className} onClick={ask}>
      Next question
    </button>
  );
}
