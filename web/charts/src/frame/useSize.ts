import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Size {
  width: number;
  height: number;
  /** How much larger than the default the page's letters are; line widths grow with them. */
  scale: number;
}

/** Font size for which the drawings are designed, in CSS pixels. */
const DEFAULT_LETTER = 16;

/**
 * The current size of an element in CSS pixels; null before layout. What is drawn inside never
 * changes this size: each would follow the other. So the element needs a height of its own.
 */
export function useSize<T extends HTMLElement>(): [RefObject<T | null>, Size | null] {
  return useMeasured('size layout');
}

/** The same, where only the width is given and the height follows the content. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, Omit<Size, 'height'> | null] {
  return useMeasured('inline-size layout');
}

function useMeasured<T extends HTMLElement>(contain: string): [RefObject<T | null>, Size | null] {
  const element = useRef<T | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const take = ({ width: exactWidth, height: exactHeight }: DOMRect | DOMRectReadOnly): void => {
      const width = Math.round(exactWidth);
      const height = Math.round(exactHeight);
      const letter = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const scale = letter > 0 ? letter / DEFAULT_LETTER : 1;
      setSize((before) =>
        before?.width === width && before.height === height && before.scale === scale
          ? before
          : { width, height, scale },
      );
    };
    // At once: React renders what the observer reports only after the page's first frame, which is
    // then one without curves. The observer corrects an element with a border or a padding.
    const first = target.getBoundingClientRect();
    if (first.width > 0) take(first);
    target.style.contain = contain;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) take(entry.contentRect);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [contain]);
  return [element, size];
}
