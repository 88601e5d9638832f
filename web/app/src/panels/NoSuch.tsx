import { useEffect } from 'react';
import styles from './NoSuch.module.css';

/** The page that lists all items of a kind. */
const LISTS = {
  figure: { title: 'Gallery', href: '#gallery', all: 'All figures' },
  game: { title: 'Learn', href: '#lessons', all: 'All lessons and games' },
  lesson: { title: 'Lessons', href: '#lessons', all: 'All lessons' },
} as const;

/** For an address with an unknown id: says so, and links to the list of all items. */
export function NoSuch({ what, id }: { what: keyof typeof LISTS; id: string }) {
  const { title, href, all } = LISTS[what];
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
