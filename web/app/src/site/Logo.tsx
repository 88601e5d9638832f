import styles from './Header.module.css';

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg width="1.625rem" height="1.625rem" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect x="1.5" y="1.5" width="29" height="29" rx="7" fill="var(--accent)" />
        <path
          d="M5 23 L12 9 V17 L19 9 V17 L26 9 V23"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <span className={styles.name}>Ackscope</span>
    </span>
  );
}
