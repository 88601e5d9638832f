import { useTheme } from './useTheme.ts';
import { Logo } from './Logo.tsx';
import { PageNav } from './PageNav.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import styles from './Header.module.css';

/** The header of every page except the lab, whose header names a scenario. */
export function PageHeader({ here }: { here: string }) {
  const { isDark } = useTheme();
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
