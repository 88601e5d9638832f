import { HAND_PATHS, handHref } from '@ackscope/model/teach';
import styles from './Teach.module.css';

/** The paths to play on; each has an address. */
export function PathChoice({ chosen }: { chosen: string }) {
  return (
    <nav aria-label="Paths" className={styles.choices}>
      {HAND_PATHS.map((path) => (
        <a
          key={path.id}
          href={handHref(path, null)}
          aria-current={path.id === chosen ? 'true' : undefined}
          className={styles.choice}
        >
          <strong>{path.name}</strong>
          <span>{path.about}</span>
        </a>
      ))}
    </nav>
  );
}
