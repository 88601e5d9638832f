import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * What `measure` finds in the element around `root`. Reading boxes makes the browser lay out the page,
 * so it is read again only when the element's size or `key` changes, not with each frame.
 */
export function useMeasured<T>(
  root: RefObject<HTMLElement | null>,
  key: string,
  none: T,
  measure: (element: HTMLElement, around: HTMLElement) => T,
): T {
  const [found, setFound] = useState(none);
  useLayoutEffect(() => {
    const element = root.current;
    const around = element?.parentElement;
    if (element === null || around == null) return undefined;
    const again = (): void => setFound(() => measure(element, around));
    const observer = new ResizeObserver(again);
    observer.observe(around);
    again();
    return () => observer.disconnect();
    // `measure` reads what `key` names.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [root, key]);
  return found;
}
