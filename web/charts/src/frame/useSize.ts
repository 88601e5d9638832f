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
    const measure = (width: number, height: number): void => {
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    const box = target.getBoundingClientRect();
    measure(Math.round(box.width), Math.round(box.height));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) measure(Math.round(entry.contentRect.width), Math.round(entry.contentRect.height));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
