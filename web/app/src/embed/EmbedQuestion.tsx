import { memo } from 'react';
import { Button } from 'react-aria-components';
import { getPath, presetById, referencesApply, sameJson } from '@ackscope/model';
import type { JsonObject, Preset } from '@ackscope/model';
import { changesInWords } from '../scenario/changes.ts';
import { useActions, useLabState } from '../lab/context.ts';
import { LongRun } from '../site/LongRun.tsx';
import { Messages } from '../question/Question.tsx';
import styles from '../question/Question.module.css';
import own from './EmbedPage.module.css';

/** Errors, and the question before a long run: they are never hidden. */
export const EmbedMessages = memo(function EmbedMessages() {
  return (
    <div className={styles.notices}>
      <Messages />
      <LongRun />
    </div>
  );
});

/** What is asked, or what to observe. */
export const QuestionLine = memo(function QuestionLine() {
  const presetId = useLabState((state) => state.scenario.preset);
  const wanted = useLabState((state) => state.scenario.wanted);
  const asked = useLabState((state) => state.ask?.ask.text);
  const preset = presetId === null ? null : presetById(presetId);
  // A lane alone is compared with nothing.
  const isCompared = Array.isArray(wanted.compare) && wanted.compare.length > 1;
  return (
    <p className={own.question} data-part="question">
      {/* The question describes the preset. A changed scenario shows its changes instead. */}
      {preset === null ? null : !referencesApply(preset, wanted) ? (
        <Changed preset={preset} wanted={wanted} />
      ) : (
        (asked ?? (isCompared ? preset.question : preset.title))
      )}
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
      {isFollowed ? 'Undo this change' : preset.try.label}
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
