import { useEffect } from 'react';
import { LESSONS } from 'virtual:lessons';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref } from '../lessons/address.ts';
import { PageHeader } from '../panels/PageHeader.tsx';
import styles from './LessonsPage.module.css';

/** What there is to learn with: stories to be told, and ways to try oneself. */
export function LessonsPage() {
  const { isDark } = useTheme();
  useEffect(() => {
    document.title = 'Learn · Ackscope';
  }, []);
  return (
    <div className={styles.page} data-page="lessons">
      <PageHeader here="lessons" isDark={isDark} />
      <main className={styles.main}>
        <div className={styles.intro}>
          <h1>Learn</h1>
          <p>
            Each lesson asks what you expect before it shows what happens. Every run is computed in this page,
            and can be opened, changed and embedded like any other.
          </p>
        </div>
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
                <p className={styles.size}>
                  {lesson.steps.length} steps · {lesson.minutes} minutes
                </p>
              </li>
            ))}
          </ol>
        </section>
      </main>
    </div>
  );
}
