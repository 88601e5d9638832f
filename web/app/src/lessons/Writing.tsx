/** The editor of a step in which a rule is written: every good text runs at once. */
import { useCallback, useState } from 'react';
import { draftAt, keepDraft } from '../base/draft.ts';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import styles from './Lesson.module.css';

const ScriptPanel = lazyNamed('ScriptPanel', () => import('../write/ScriptPanel.tsx'));

export function Writing({
  script,
  isOver,
  onReading,
}: {
  script: string;
  isOver: boolean;
  /** Until the text that stands is read, the scenario has an older one, which is not handed in. */
  onReading: (isReading: boolean) => void;
}) {
  // Each step of each lesson has a draft of its own.
  const [key] = useState(() => location.hash);
  const draftOf = useCallback(() => draftAt(key), [key]);
  const onText = useCallback((text: string) => keepDraft(key, text), [key]);
  return (
    <div className={styles.writing} inert={isOver} data-writing>
      <Later>
        <ScriptPanel id={script} hasLibrary={false} draftOf={draftOf} onText={onText} onReading={onReading} />
      </Later>
    </div>
  );
}
