import { useEffect } from 'react';
import { LESSONS } from 'virtual:lessons';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref } from '../lessons/address.ts';
import { Page, PageIntro } from '../panels/Page.tsx';
import styles from './LessonsPage.module.css';

const MODES: readonly { href: string; title: string; about: string; size: string }[] = [
  {
    href: '#teach/sender',
    title: 'Be the sender',
    about:
      'Your hand is the window: in real time, with nothing to see but acknowledgements and losses. Then the queue is revealed, and what the algorithms made of the same path.',
    size: '45 seconds a try',
  },
  {
    href: '#teach/guess',
    title: 'Guess the algorithm',
    about: 'One curve, four names. First from the window, then, if that is too easy, from the queue alone.',
    size: 'as long as you like',
  },
  {
    href: '#teach/worksheet',
    title: 'Worksheet',
    about:
      'Two pages to print from any run: a curve to read and an empty grid to draw on, then the solution. From the lab’s file menu it takes the scenario on the screen.',
    size: 'for a class',
  },
];

/** What there is to learn with: stories to be told, and ways to try oneself. */
export function LessonsPage() {
  const { isDark } = useTheme();
  useEffect(() => {
    document.title = 'Learn · Ackscope';
  }, []);
  return (
    <Page here="lessons" isDark={isDark} className={styles.main}>
      <PageIntro
        title="Learn"
        about="Each lesson asks what you expect before it shows what happens. Every run is computed in this page, and can be opened, changed and embedded like any other."
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
          {MODES.map((mode) => (
            <li key={mode.href} className={styles.card}>
              <h3>
                <a href={mode.href}>{mode.title}</a>
              </h3>
              <p>{mode.about}</p>
              <p className={styles.size}>{mode.size}</p>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  );
}
