import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import styles from './share.module.css';

/** How long the button says that it has copied. */
const SAID_MS = 1800;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    let next: 'copied' | 'failed' = 'copied';
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No clipboard without permission or a secure origin; the text stands beside the button.
      next = 'failed';
    }
    setState(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setState('idle');
    }, SAID_MS);
  };
  return (
    <Button className={styles.primary ?? ''} onPress={() => void copy()}>
      <span role="status">{{ idle: label, copied: 'Copied', failed: 'Please copy it by hand' }[state]}</span>
    </Button>
  );
}
