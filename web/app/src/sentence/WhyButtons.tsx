import { Button } from 'react-aria-components';
import { getPath, isQuestionOpen, presetById, referencesApply, sameJson } from '@ackscope/model';
import { useSignal } from '../base/useSignal.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { sentenceText } from '../lab/sentenceText.ts';
import { Later } from '../kit/Later.tsx';
import { NextQuestion } from '../question/NextQuestion.tsx';
import { StoryButton } from '../story/late.ts';
import styles from './Sentence.module.css';

/** In a shorter range one sees single packets. */
const DEEP_S = 2;

/** A longer label does not fit beside the clock of a phone. */
const FITS = 22;

/** “Show why”, and the change worth trying. Reading ends at the hand. `isFine`: little is missing, there is no why. */
export function WhyButtons({ isShort = false, isFine = false }: { isShort?: boolean; isFine?: boolean }) {
  const actions = useActions();
  // The sentence names one of them.
  const hasCause = useSignal(sentenceText(useLab())) !== null;
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const isOpen = useLabState((state) => state.view.drawer === 'causes');
  const hasResult = useLabState((state) => state.run.status === 'done');
  // Until the result of an answer is seen, there is one thing to do: to look.
  const isAsked = useLabState(
    (state) => isQuestionOpen(state) || (state.ask !== null && state.view.hidesFuture),
  );
  // The run before the last change, if nobody has kept another as the reference.
  const before = useLabState(({ reference }) =>
    reference.link === null ? (reference.run?.scenario ?? null) : null,
  );
  const preset = presetId === null ? null : presetById(presetId);
  const isFollowed =
    preset !== null &&
    Object.entries(preset.try.set).every(([path, value]) => sameJson(getPath(wanted, path), value));
  const canTry = preset !== null && (isFollowed || referencesApply(preset, wanted));
  // In sight of single packets their story is one press away; it does not take the screen over.
  const deep = useLabState(({ view: { timeRange }, instruments }) =>
    timeRange !== null && timeRange[1] - timeRange[0] <= DEEP_S && instruments.story === null
      ? timeRange
      : null,
  );
  if (isAsked) return null;
  return (
    <span className={styles.buttons}>
      {deep !== null && (
        <Later>
          <StoryButton timeS={deep[0]} untilS={deep[1]} />
        </Later>
      )}
      {before !== null && (
        <Button className={styles.try ?? ''} onPress={() => actions.replaceScenario(before)}>
          Undo the change
        </Button>
      )}
      {canTry && before === null && (
        <Button
          className={styles.try ?? ''}
          onPress={() => (isFollowed ? actions.choosePreset(preset.id, true) : actions.followSuggestion())}
        >
          {isFollowed
            ? 'Undo this change'
            : isShort && preset.try.label.length > FITS
              ? 'Try it'
              : preset.try.label}
        </Button>
      )}
      {/* Last: it comes and goes with the result, and nothing else moves. */}
      {!isOpen && hasResult && !isFine && (
        <Button className={styles.why ?? ''} onPress={() => actions.openDrawer('causes')}>
          {hasCause ? 'Show causes' : 'Show why'}
        </Button>
      )}
      {/* A phone's header has no room for it. */}
      {isShort && <NextQuestion className={styles.next} />}
    </span>
  );
}
