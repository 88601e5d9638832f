import { useTheme } from '../lab/useTheme.ts';
import { NoSuch } from '../panels/NoSuch.tsx';
import { Page } from '../panels/Page.tsx';
import { Guess } from '../teach/Guess.tsx';
import { Sender } from '../teach/Sender.tsx';
import { Worksheet } from '../teach/Worksheet.tsx';
import styles from '../teach/Teach.module.css';

/** Teaching games: be the sender, guess the algorithm, a worksheet. */
export function TeachPage({ item, query }: { item: string | null; query: string }) {
  const { isDark, themeKey } = useTheme();
  return (
    <Page here="teach" isDark={isDark} className={styles.main} marks={{ 'data-mode': item }}>
      <Mode item={item} query={query} themeKey={themeKey} />
    </Page>
  );
}

function Mode({ item, query, themeKey }: { item: string | null; query: string; themeKey: string }) {
  switch (item) {
    case 'sender':
      return <Sender query={query} themeKey={themeKey} />;
    case 'guess':
      return <Guess query={query} themeKey={themeKey} />;
    case 'worksheet':
      return <Worksheet key={query} query={query} />;
    default:
      return <NoSuch what="game" id={item ?? ''} />;
  }
}
