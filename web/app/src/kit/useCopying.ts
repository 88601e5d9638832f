import { useEffect, useRef, useState } from 'react';

/** How long a button shows that it has copied. */
const SAID_MS = 1800;

/** Copies a text to the clipboard; the outcome is shown for a moment. */
export function useCopying(): {
  state: 'idle' | 'copied' | 'failed';
  copy: (text: string) => void;
} {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const say = (came: 'copied' | 'failed'): void => {
    setState(came);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setState('idle'), SAID_MS);
  };
  return {
    state,
    copy: (text) => {
      write(text).then(
        () => say('copied'),
        () => say('failed'),
      );
    },
  };
}

/** Without a secure origin there is no clipboard; without permission it refuses. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
