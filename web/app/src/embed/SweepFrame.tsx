import { useRef } from 'react';
import { useTheme } from '../lab/useTheme.ts';
import { SweepResult } from '../sweep/SweepResult.tsx';
import { useOpenedSweep } from '../sweep/useOpenedSweep.ts';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** A sweep in a frame of a course page: runs when it is seen, and links to the whole site. */
export function SweepFrame({ query, onHeight }: { query: string; onHeight: (px: number) => void }) {
  const { themeKey } = useTheme();
  const root = useRef<HTMLElement>(null);
  useHeight(root, onHeight);
  const { problems, ...opened } = useOpenedSweep(query);
  return (
    <main ref={root} className={styles.page} data-widget="" data-sweep={opened.state.status}>
      {problems.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      <SweepResult {...opened} themeKey={themeKey} isEmbedded />
      <p className={styles.head}>
        <a
          className={styles.open}
          target="_blank"
          rel="noopener"
          href={new URL(location.hash, new URL('./', location.href)).href}
        >
          Open in Ackscope<span aria-hidden="true"> ↗</span>
        </a>
      </p>
    </main>
  );
}
