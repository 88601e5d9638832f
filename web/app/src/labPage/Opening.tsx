import styles from './LabPage.module.css';
import { Logo } from '../site/Logo.tsx';

/** Shown before the engine is loaded, and instead of the page if loading fails. */
export function Opening({ problem }: { problem: string | null }) {
  return (
    <main className={styles.opening} data-run-state={problem === null ? 'idle' : 'error'}>
      <Logo />
      {problem === null ? (
        <p role="status">Opening the simulator…</p>
      ) : (
        <div role="alert">
          <p>
            <strong>The simulator does not start in this browser.</strong>
          </p>
          <p>{problem}</p>
          <button type="button" onClick={() => location.reload()}>
            Try again
          </button>
        </div>
      )}
    </main>
  );
}
