import styles from './AddressProblems.module.css';

/** What of a page's address is left out, a sentence each. */
export function AddressProblems({ problems }: { problems: readonly string[] }) {
  return problems.map((problem) => (
    <p key={problem} className={styles.problem} role="alert">
      {problem}
    </p>
  ));
}
