import type { ReactNode } from 'react';
import type { PageId } from '@ackscope/model';
import { PageHeader } from './PageHeader.tsx';
import styles from './Page.module.css';

/** Any page except the lab: its title, the header, and the scrolling content. */
export function Page({
  here,
  isDark,
  className,
  part,
  marks,
  children,
}: {
  here: PageId;
  isDark: boolean;
  /** Class of the scrolling content. */
  className?: string | undefined;
  /** The part that is shown: another part starts scrolled to its top. */
  part?: string | null;
  /** Attributes that describe the page, for tests. */
  marks?: Readonly<Record<`data-${string}`, string | null>>;
  children: ReactNode;
}) {
  return (
    <div className={styles.page} data-page={here} {...marks}>
      <PageHeader here={here} isDark={isDark} />
      <main key={part} className={`${styles.main ?? ''} ${className ?? ''}`}>
        {children}
      </main>
    </div>
  );
}
