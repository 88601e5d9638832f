import { useEffect } from 'react';
import { LESSONS } from 'virtual:lessons';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref } from '../lessons/address.ts';
import { useLab } from '../lab/context.ts';
import { LessonThumb } from '../lessons/LessonThumb.tsx';
import { restThumbs } from '../lessons/thumbs.ts';
import { Page, PageIntro } from '../panels/Page.tsx';
import styles from './LessonsPage.module.css';

const MODES: readonly { href: string; title: string; about: string; size: string }[] = [
  {
    href: '#teach/sender',
    title: 'Be the sender',
    about:
      'You set the congestion window in real time. You see only acknowledgements and losses. At the end you see the queue, and what four algorithms achieve on the same path.',
    size: '45 seconds per try',
  },
  {
    href: '#teach/guess',
    title: 'Guess the algorithm',
    about:
      'One curve, four algorithms. Which one is it? Start with the window. For a harder round, see only the queue.',
    size: 'no time limit',
  },
  {
    href: '#teach/worksheet',
    title: 'Worksheet',
    about:
      'Two pages to print from any run: a curve to read and a grid to draw on, then the solution. To print the run on the screen, use the lab’s file menu.',
    size: 'for a class',
  },
];

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
