import { useEffect } from 'react';
import { sweepHref } from '@ackscope/model/sweep';
import { replaceAddress } from '../lab/backStep.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Page } from '../panels/Page.tsx';
import { SweepForm } from '../sweep/SweepForm.tsx';
import { SweepResult } from '../sweep/SweepResult.tsx';
import { useOpenedSweep } from '../sweep/useOpenedSweep.ts';
import styles from '../sweep/Sweep.module.css';

/** One or two parameters over a range, with repetitions; or the points of a paper's figure. */
export function SweepPage({ query }: { query: string }) {
  const { isDark, themeKey } = useTheme();
  const { sweep, state, paths, problems, figure } = useOpenedSweep(query);
  useEffect(() => {
    document.title = 'Sweep · Ackscope';
  }, []);
  useEffect(() => {
    const href = sweepHref(state.setup);
    if (location.hash !== href) replaceAddress(href);
  }, [state.setup]);
  return (
    <Page here="sweep" isDark={isDark} className={styles.main} marks={{ 'data-sweep': state.status }}>
      <div className={styles.left}>
        {problems.map((problem) => (
          <p key={problem} className={styles.error} role="alert">
            {problem}
          </p>
        ))}
        <SweepForm sweep={sweep} state={state} paths={paths} figure={figure} />
      </div>
      <SweepResult sweep={sweep} state={state} paths={paths} figure={figure} themeKey={themeKey} />
    </Page>
  );
}
