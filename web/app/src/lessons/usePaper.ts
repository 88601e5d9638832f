/** Charts keep on paper the width that they were drawn for on the screen: the part around them gets smaller as a whole. */
import { useEffect, useRef } from 'react';

/** The width of A4 between its margins, in CSS pixels. */
const PAPER_PX = 680;

/** For the part with the charts; its style reads `--paper`. */
export function usePaper(): React.RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = (): void => {
      const width = part.current?.offsetWidth ?? 0;
      part.current?.style.setProperty('--paper', String(Math.min(1, PAPER_PX / Math.max(1, width))));
    };
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, []);
  return part;
}
