import type { ReactNode } from 'react';
import type { PageId } from '@ackscope/model';
import { PageHeader } from './PageHeader.tsx';
import styles from './Page.module.css';

/** Any page but the lab: its name in the document, the header, and below it what scrolls. */
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
  /** How the page sets what scrolls. */
  className?: string | undefined;
  /** What is shown of it: another part begins at its top. */
  part?: string | null;
  /** What the page tells of itself in the document. */
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

/** What a page is, in a headline and a sentence or two. */
export function PageIntro({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.intro}>
      <h1>{title}</h1>
      <p>{about}</p>
      {children}
    </div>
  );
}
