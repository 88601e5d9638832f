/** The editor of a step in which a rule is written: every good text runs at once. */
import { useCallback, useState } from 'react';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import styles from './Lesson.module.css';

const ScriptPanel = lazyNamed('ScriptPanel', () => import('../write/ScriptPanel.tsx'));

/** Followed by the address of the step. The tab keeps it, so that a reload or a way back loses no text. */
const KEY = 'ackscope-writing ';

function draftAt(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage may be forbidden: then the text lasts as long as the step.
    return null;
  }
}

function keepDraft(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // As above.
  }
}

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
  const [key] = useState(() => KEY + location.hash);
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
