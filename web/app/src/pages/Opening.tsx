import styles from './LabPage.module.css';
import { Logo } from '../panels/Logo.tsx';

/** Before the engine is there, and instead of the page where it cannot be. */
export function Opening({ problem }: { problem: string | null }) {
  return (
    <div className={styles.opening} data-run-state={problem === null ? 'idle' : 'error'}>
      <Logo />
      {problem === null ? (
        <p role="status">Opening the simulator…</p>
      ) : (
        <div role="alert">
          <p>
            <strong>The simulator does not start in this browser.</strong>
          </p>
          <p>{problem}</p>
        </div>
      )}
    </div>
  );
}
