import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Size {
  width: number;
  height: number;
  /** How much larger than the default letters are: lines grow with them. */
  scale: number;
}

/** What the drawings are made for, in CSS pixels. */
const DEFAULT_LETTER = 16;

/** The size of an element in CSS pixels, followed as it changes; null before it is laid out. */
export function useSize<T extends Element>(): [RefObject<T | null>, Size | null] {
  const element = useRef<T | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    // The observer speaks before the first paint: measuring here would make the browser lay the
    // page out once more.
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const width = Math.round(entry.contentRect.width);
      const height = Math.round(entry.contentRect.height);
      // The browser speaks between layout and paint: asking for a style costs nothing then.
      const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const scale = letter > 0 ? letter / DEFAULT_LETTER : 1;
      setSize((before) =>
        before?.width === width && before.height === height && before.scale === scale
          ? before
          : { width, height, scale },
      );
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
