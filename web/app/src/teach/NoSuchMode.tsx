import { useEffect } from 'react';
import styles from './Teach.module.css';

export function NoSuchMode({ id }: { id: string }) {
  useEffect(() => {
    document.title = 'Learn · Ackscope';
  }, []);
  return (
    <div className={styles.narrow}>
      <h1>There is no “{id}” here.</h1>
      <p>
        <a href="#lessons">All lessons and games</a>
      </p>
    </div>
  );
}
