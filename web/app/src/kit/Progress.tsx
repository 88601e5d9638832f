import type { ReactNode } from 'react';

export interface ProgressProps {
  /** From 0 to 1; null: no bar. */
  share: number | null;
  /** Announced once when the state changes, not at every run. */
  isRunning: boolean;
  words: string;
  className?: string | undefined;
  children?: ReactNode;
}

/** How far runs are, as a bar and a line. */
export function Progress({ share, isRunning, words, className, children }: ProgressProps) {
  return (
    <div className={className}>
      {share !== null && <progress aria-label="Runs done" value={share} max={1} />}
      <p role={isRunning ? undefined : 'status'}>{words}</p>
      {children}
    </div>
  );
}
