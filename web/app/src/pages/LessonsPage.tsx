import { useEffect } from 'react';
import { LESSONS } from 'virtual:lessons';
import { routeHref } from '@ackscope/model';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref } from '../lessons/address.ts';
import { useLab } from '../lab/context.ts';
import { LessonThumb } from '../lessons/LessonThumb.tsx';
import { restThumbs } from '../lessons/thumbs.ts';
import { Page, PageIntro } from '../panels/Page.tsx';
import { GAMES } from '../teach/games.ts';
import styles from './LessonsPage.module.css';

/** All lessons and games. */
export function LessonsPage() {
  const { engine } = useLab();
  const { isDark, themeKey } = useTheme();
  useEffect(() => {
    document.title = 'Learn · Ackscope';
    return () => restThumbs(engine);
  }, [engine]);
  return (
    <Page here="lessons" isDark={isDark} className={styles.main}>
      <PageIntro
        title="Learn"
        about="Each lesson asks what you expect, then shows what happens. This page computes every run. You can open, change and embed each one."
      />
      <section aria-labelledby="stories">
        <h2 id="stories">Lessons</h2>
        <ol className={styles.grid}>
          {LESSONS.map((lesson, index) => (
            <li key={lesson.id} className={styles.card}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <h3>
                <a href={lessonHref(lesson.id, 0)}>{lesson.title}</a>
              </h3>
              <p>{lesson.summary}</p>
              <LessonThumb lesson={lesson} themeKey={themeKey} />
              <p className={styles.size}>
                {lesson.steps.length} steps · {lesson.minutes} minutes
              </p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="modes">
        <h2 id="modes">Try yourself</h2>
        <ul className={styles.grid}>
          {GAMES.map((game) => (
            <li key={game.id} className={styles.card}>
              <h3>
                <a href={routeHref('teach', game.id)}>{game.title}</a>
              </h3>
              <p>{game.about}</p>
              <p className={styles.size}>{game.size}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
