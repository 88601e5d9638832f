import { CloudPage } from '../classroom/CloudPage.tsx';
import { LeaguePage } from '../classroom/LeaguePage.tsx';
import { isStudent } from '../course/student.ts';
import type { PageProps } from '../definePage.ts';
import { ForTeachers } from '../site/ForTeachers.tsx';
import { useTheme } from '../site/useTheme.ts';
import { Page, useFramed } from '../site/Page.tsx';
import { Game } from './Game.tsx';
import { GAMES } from './games.ts';
import styles from './Teach.module.css';

/** For a class; not in a frame. */
const CLASSROOM = {
  cloud: { title: 'Answers of a class', Content: CloudPage },
  league: { title: 'League', Content: LeaguePage },
};

/** Teaching games: be the sender, guess the algorithm, a worksheet; and what a class does together. */
export function TeachPage({ item, query }: PageProps) {
  const { themeKey } = useTheme();
  const isFramed = useFramed() !== null;
  if (isStudent() && (item === 'cloud' || GAMES.some(({ id, hasSolution }) => id === item && hasSolution)))
    return (
      <Page>
        <ForTeachers />
      </Page>
    );
  const shared = isFramed || (item !== 'cloud' && item !== 'league') ? null : CLASSROOM[item];
  return (
    <Page
      title={shared?.title ?? GAMES.find(({ id }) => id === item)?.title}
      className={shared === null ? styles.main : undefined}
      marks={{ 'data-mode': item }}
    >
      {shared === null ? (
        <Game item={item} query={query} themeKey={themeKey} />
      ) : (
        <shared.Content query={query} />
      )}
    </Page>
  );
}
