import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Size {
  width: number;
  height: number;
}

/** The size of an element in CSS pixels, followed as it changes; null before it is laid out. */
export function useSize<T extends Element>(): [RefObject<T | null>, Size | null] {
  const element = useRef<T | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    // The observer speaks before the first paint: measuring here would make the browser lay the page out once more.
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.round(entry.contentRect.width);
      const height = Math.round(entry.contentRect.height);
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
