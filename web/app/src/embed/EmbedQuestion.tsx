import { memo } from 'react';
import { Button } from 'react-aria-components';
import { getPath, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset } from '@ackscope/model';
import { changesInWords } from '../scenario/changes.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { LongRun } from '../site/LongRun.tsx';
import { Messages } from '../question/Question.tsx';
import styles from '../question/Question.module.css';

/** What to observe. Above it, errors if there are any. */
export const Question = memo(function Question() {
  return (
    <div className={styles.area}>
      <Messages />
      <LongRun />
      <QuestionLine />
    </div>
  );
});

const QuestionLine = memo(function QuestionLine() {
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const preset = presetId === null ? null : presetById(presetId);
  // A lane alone is compared with nothing.
  const isCompared = Array.isArray(wanted.compare) && wanted.compare.length > 1;
  if (preset === null) return <p className={styles.question} data-part="question" />;
  return (
    <p className={styles.question} data-part="question">
      {/* The question describes the preset. A changed scenario shows its changes instead. */}
      <span>
        {!referencesApply(preset, wanted) ? (
          <Changed preset={preset} wanted={wanted} />
        ) : isCompared ? (
          preset.question
        ) : (
          preset.title
        )}
      </span>
    </p>
  );
});

/** What to change next. */
export function Try() {
  const actions = useActions();
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const preset = presetId === null ? null : presetById(presetId);
  if (preset === null) return null;
  const isFollowed = Object.entries(preset.try.set).every(([path, value]) =>
    sameJson(getPath(wanted, path), value),
  );
  return (
    <Button
      className={styles.try ?? ''}
      data-part="try"
      onPress={isFollowed ? () => actions.choosePreset(preset.id, true) : actions.followSuggestion}
    >
      {isFollowed ? 'Undo this' : preset.try.label}
    </Button>
  );
}

/** The changes from the known scenario. */
function Changed({ preset, wanted }: { preset: Preset; wanted: JsonObject }) {
  const changes = changesInWords(preset.scenario, wanted);
  return (
    <>
      <span className={styles.from}>“{preset.title}”, changed:</span> {changes.shown.join('; ')}
      {changes.more > 0 && <>; and {changes.more} more</>}.
    </>
  );
}
