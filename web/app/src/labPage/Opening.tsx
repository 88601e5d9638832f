import { Band } from '../kit/Band.tsx';
import buttons from '../kit/buttons.module.css';
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
          <Band
            title="The simulator does not start in this browser."
            acts={
              <button type="button" className={buttons.primary} onClick={() => location.reload()}>
                Try again
              </button>
            }
          >
            {problem}
          </Band>
        </div>
      )}
    </main>
  );
}
