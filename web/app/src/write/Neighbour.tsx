import { useEffect, useState } from 'react';
import { diffLines, LIBRARY, sourceOf } from './library.ts';
import styles from './ScriptPanel.module.css';

/** The differences from the script's neighbour in the library. */
export function Neighbour({ from, text }: { from: string; text: string }) {
  const script = LIBRARY.find(({ id }) => id === from);
  const neighbour = LIBRARY.find(({ id }) => id === (script?.neighbour ?? 'newreno'));
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    void sourceOf(neighbour?.id ?? 'newreno').then((source) => {
      if (!gone) setOther(source);
    });
    return () => {
      gone = true;
    };
  }, [neighbour]);
  if (other === null || neighbour === undefined) return null;
  const lines = diffLines(other, text);
  const changed = lines.filter(({ sign }) => sign === '+').length;
  return (
    <details className={styles.diff}>
      <summary>
        Compared with {neighbour.name}: {changed} {changed === 1 ? 'line is' : 'lines are'} different
      </summary>
      <pre tabIndex={0}>
        {lines.map(({ sign, text: line }, index) => (
          <span key={index} data-sign={sign}>
            {sign} {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </details>
  );
}
