import { useEffect, useState } from 'react';

/**
 * How many of the parts that are not looked at first may be there: none while a page is first put
 * on the screen, then one more with each frame. Not as a transition: a run that streams in would
 * put that off again and again.
 */
export function useMountedParts(parts: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown >= parts) return;
    // In a task after the frame, so that what is there already is painted before.
    let timer: number | null = null;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setShown(shown + 1));
    });
    return () => {
      cancelAnimationFrame(frame);
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [shown, parts]);
  return shown;
}
