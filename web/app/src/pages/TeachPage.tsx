import { CloudPage } from '../classroom/CloudPage.tsx';
import { LeaguePage } from '../classroom/LeaguePage.tsx';
import { useTheme } from '../lab/useTheme.ts';
import { Page } from '../panels/Page.tsx';
import { Game } from '../teach/Game.tsx';
import styles from '../teach/Teach.module.css';

/** Teaching games: be the sender, guess the algorithm, a worksheet. */
export function TeachPage({ item, query }: { item: string | null; query: string }) {
  const { isDark, themeKey } = useTheme();
  return (
    <Page
      here="teach"
      isDark={isDark}
      className={item === 'cloud' ? undefined : styles.main}
      marks={{ 'data-mode': item }}
    >
      {item === 'cloud' ? (
        <CloudPage query={query} />
      ) : item === 'league' ? (
        <LeaguePage query={query} />
      ) : (
        <Game item={item} query={query} themeKey={themeKey} />
      )}
    </Page>
  );
}
