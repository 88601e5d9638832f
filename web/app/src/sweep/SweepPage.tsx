import { useEffect } from 'react';
import { sweepHref } from '@ackscope/model/sweep';
import type { PageProps } from '../definePage.ts';
import { replaceAddress } from '../base/backStep.ts';
import { useTheme } from '../site/useTheme.ts';
import { Page, useFramed } from '../site/Page.tsx';
import { SweepForm } from './SweepForm.tsx';
import { SweepResult } from './SweepResult.tsx';
import { useOpenedSweep } from './useOpenedSweep.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Sweep.module.css';

/** One or two parameters over a range, with repetitions; or the points of a paper's figure. In a frame without its form. */
export function SweepPage({ query }: PageProps) {
  const { themeKey } = useTheme();
  const isFramed = useFramed() !== null;
  const { problems, ...opened } = useOpenedSweep(query);
  const { setup, status } = opened.state;
  useEffect(() => {
    const href = sweepHref(setup);
    if (!isFramed && location.hash !== href) replaceAddress(href);
  }, [setup, isFramed]);
  const said = problems.map((problem) => <Problem key={problem}>{problem}</Problem>);
  return (
    <Page className={styles.main} isSheet marks={{ 'data-sweep': status }}>
      {isFramed ? (
        said
      ) : (
        <div className={styles.left}>
          {said}
          <SweepForm {...opened} />
        </div>
      )}
      <SweepResult {...opened} themeKey={themeKey} isEmbedded={isFramed} />
    </Page>
  );
}
