import { useEffect } from 'react';
import styles from './NoSuch.module.css';

/** What an address names, and nothing has this name; and the way to what there is. */
export function NoSuch({
  what,
  id,
  title,
  href,
  all,
}: {
  /** Such as “lesson”; empty where the address may name several. */
  what: string;
  id: string;
  title: string;
  href: string;
  all: string;
}) {
  useEffect(() => {
    document.title = `${title} · Ackscope`;
  }, [title]);
  return (
    <div className={styles.none}>
      <h1>
        There is no {what} “{id}” here.
      </h1>
      <p>
        <a href={href}>{all}</a>
      </p>
    </div>
  );
}
