import type { ReactNode } from 'react';
import styles from './Problem.module.css';

interface ProblemProps {
  id?: string | undefined;
  /** A screen reader announces an alert at once, and not a note. */
  role?: 'alert' | 'note';
  /** Below the header of a page, with its margins. */
  isOfPage?: boolean;
  children: ReactNode;
}

/** What is wrong, announced at once. Nothing is shown for null. */
export function Problem({ id, role = 'alert', isOfPage = false, children }: ProblemProps) {
  if (children === null) return null;
  return (
    <div id={id} className={isOfPage ? styles.ofPage : styles.problem} role={role}>
      {children}
    </div>
  );
}

/** What of a page's address is left out, a sentence each. */
export function AddressProblems({ problems }: { problems: readonly string[] }) {
  return problems.map((problem) => (
    <Problem key={problem} isOfPage>
      {problem}
    </Problem>
  ));
}
