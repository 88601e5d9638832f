import { useEffect, useState } from 'react';

/**
 * How many of the secondary parts may be mounted: none while the page is first painted, then one
 * more per frame. This is no transition, because the updates of a run would delay it again and
 * again.
 */
export function useMountedParts(parts: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown >= parts) return;
    // In a task after the frame, so that the mounted parts are painted first.
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
