import type { PageId } from '@ackscope/model';
import { Logo } from './Logo.tsx';
import { PageNav } from './PageNav.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import styles from './Header.module.css';

/** The top of every page but the lab, whose header has a scenario to name. */
export function PageHeader({ here, isDark }: { here: PageId; isDark: boolean }) {
  return (
    <header className={styles.header} data-plain="true">
      <span className={styles.brand}>
        <Logo />
      </span>
      <PageNav here={here} />
      <div className={styles.spring} />
      <ThemeMenu isDark={isDark} />
    </header>
  );
}
