import type { ReactNode } from 'react';
import styles from './Band.module.css';

/** Below the header, equally high on every page: what the page asks or found, a line about it, and its acts. */
export function Band({
  title,
  acts,
  children,
}: {
  title: ReactNode;
  acts?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.band} data-band="">
      <h1>{title}</h1>
      {children !== undefined && <div className={styles.about}>{children}</div>}
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
    </div>
  );
}
