import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import type { Act } from './MoreMenu.tsx';
import { PageNav } from './PageNav.tsx';
import styles from './Header.module.css';

/** The header of every page: its name, what it shows, the pages, sharing, and the rest in a menu. */
export function PageHeader({
  here,
  first,
  isHeading = false,
  share,
  acts,
  children,
}: {
  here: string;
  /** The first stop of the keyboard. */
  first?: ReactNode;
  /** Whether the name is the page's heading; other pages have their own. */
  isHeading?: boolean;
  share?: ReactNode;
  acts?: readonly Act[] | undefined;
  /** What the page shows. */
  children?: ReactNode;
}) {
  const Brand = isHeading ? 'h1' : 'span';
  return (
    <header className={styles.header}>
      {first}
      <Brand className={styles.brand}>
        <Logo />
      </Brand>
      {children}
      <div className={styles.space} />
      <PageNav here={here} />
      {share}
      <MoreMenu acts={acts} />
    </header>
  );
}
