import { useEffect } from 'react';
import styles from './Lesson.module.css';

export function NoLesson({ id }: { id: string }) {
  useEffect(() => {
    document.title = 'Lessons · Ackscope';
  }, []);
  return (
    <div className={styles.none}>
      <h1>There is no lesson “{id}” here.</h1>
      <p>
        <a href="#lessons">All lessons</a>
      </p>
    </div>
  );
}
