/** The editor of a step in which a rule is written: every good text runs at once. */
import { Later } from '../controls/Later.tsx';
import { lazyNamed } from '../controls/lazyNamed.ts';
import styles from './Lesson.module.css';

const ScriptPanel = lazyNamed('ScriptPanel', () => import('../write/ScriptPanel.tsx'));

export function Writing({ script, isOver }: { script: string; isOver: boolean }) {
  return (
    <div className={styles.writing} inert={isOver} data-writing>
      <Later>
        <ScriptPanel id={script} hasLibrary={false} />
      </Later>
    </div>
  );
}
