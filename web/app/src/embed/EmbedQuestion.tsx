import { memo } from 'react';
import { Button } from 'react-aria-components';
import { getPath, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset } from '@ackscope/model';
import { changesInWords } from '../lab/changes.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { LongRun } from '../panels/LongRun.tsx';
import { Messages } from '../panels/Question.tsx';
import styles from '../panels/Question.module.css';

/** What to observe, and what to change next. Above it, errors if there are any. */
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
  const actions = useActions();
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const preset = presetId === null ? null : presetById(presetId);
  const followed =
    preset !== null &&
    Object.entries(preset.try.set).every(([path, value]) => sameJson(getPath(wanted, path), value));
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
      {followed ? (
        <Button className={styles.try ?? ''} onPress={() => actions.choosePreset(preset.id, true)}>
          Undo this
        </Button>
      ) : (
        <Button className={styles.try ?? ''} onPress={actions.followSuggestion}>
          {preset.try.label}
        </Button>
      )}
    </p>
  );
});

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
