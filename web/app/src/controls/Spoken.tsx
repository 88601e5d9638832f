import { useEffect, useState } from 'react';

/** A pause in typing: a screen reader would read each half of a word before. */
const REST_MS = 1500;

/** What typed text means, for those who hear it: once it rests. What is seen changes at once. */
export function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setSaid(text), REST_MS);
    return () => clearTimeout(rest);
  }, [text]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}
