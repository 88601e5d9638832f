import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * A key pressed anywhere on the page; with `isFirst` before any control sees it. It counts from the
 * moment the page is seen: React runs other effects a little later, and on a slow machine a key in
 * between would be lost.
 */
export function useKeydown(onKey: (event: KeyboardEvent) => void, { isFirst = false } = {}): void {
  const latest = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => latest(event);
    window.addEventListener('keydown', listener, isFirst);
    return () => window.removeEventListener('keydown', listener, isFirst);
  }, [isFirst]);
}
