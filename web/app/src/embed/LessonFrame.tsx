import { useRef } from 'react';
import { LESSONS } from 'virtual:lessons';
import { useTheme } from '../lab/useTheme.ts';
import { lessonHref, stepOf } from '../lessons/address.ts';
import { LessonView } from '../lessons/LessonView.tsx';
import { NoSuch } from '../panels/NoSuch.tsx';
import { useHeight } from './useHeight.ts';
import styles from './EmbedPage.module.css';

/** A lesson in a frame of a course page: the same steps, and a link to the whole site. */
export function LessonFrame({
  item,
  query,
  onHeight,
}: {
  item: string | null;
  query: string;
  onHeight: (px: number) => void;
}) {
  const { themeKey } = useTheme();
  const root = useRef<HTMLElement>(null);
  useHeight(root, onHeight);
  const lesson = LESSONS.find(({ id }) => id === item);
  const at = lesson === undefined ? 0 : stepOf(query, lesson.steps.length);
  return (
    <main ref={root} data-widget="">
      {lesson === undefined ? (
        <NoSuch what="lesson" id={item ?? ''} />
      ) : (
        <LessonView key={lesson.id} lesson={lesson} at={at} themeKey={themeKey} isEmbedded />
      )}
      {lesson !== undefined && (
        <p className={styles.head}>
          <a
            className={styles.open}
            target="_blank"
            rel="noopener"
            href={new URL(lessonHref(lesson.id, at), new URL('./', location.href)).href}
          >
            Open in Ackscope<span aria-hidden="true"> ↗</span>
          </a>
        </p>
      )}
    </main>
  );
}
