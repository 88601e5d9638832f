import { useEffectEvent, useLayoutEffect } from 'react';
import { isSetOff } from './singleKeys.ts';

/**
 * Listens to keys anywhere on the page that are not set off; with `isFirst` before any control. A layout effect, so that
 * it listens as soon as the page is visible: React runs other effects later, and on a slow machine
 * a key would be lost.
 */
export function useKeydown(onKey: (event: KeyboardEvent) => void, { isFirst = false } = {}): void {
  const latest = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!isSetOff(event)) latest(event);
    };
    window.addEventListener('keydown', listener, isFirst);
    return () => window.removeEventListener('keydown', listener, isFirst);
  }, [isFirst]);
}
