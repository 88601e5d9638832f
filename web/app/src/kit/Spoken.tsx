import { useEffect, useState } from 'react';

/** A pause in typing: a screen reader would read each half of a word before. */
const REST_MS = 1500;

/**
 * What an action led to, for those who hear it: once it rests, so that of a stream only the last is spoken. What is seen
 * changes at once. It is empty when it appears: screen readers do not read a live region that comes with its text.
 */
export function Spoken({ text, restMs = REST_MS }: { text: string; restMs?: number }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setSaid(text), restMs);
    return () => clearTimeout(rest);
  }, [text, restMs]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
