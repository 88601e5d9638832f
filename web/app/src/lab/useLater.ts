import { startTransition, useEffect, useState } from 'react';

/** False while a page is first put on the screen, true right after: what is not looked at first does not keep it waiting. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      startTransition(() => setLater(true));
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  return isLater;
}
