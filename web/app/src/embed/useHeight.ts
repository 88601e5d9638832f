import { useEffect } from 'react';

/**
 * Reports the height of the content, not of the frame: otherwise each would follow the other. In a
 * low frame the part with `data-scroller` scrolls; its first child is then higher than the part.
 */
export function useHeight(root: React.RefObject<HTMLElement | null>, onHeight: (px: number) => void): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const scroller = element.matches(SCROLLER) ? element : element.querySelector(SCROLLER);
    const content = scroller?.firstElementChild ?? null;
    let postedPx = 0;
    const observer = new ResizeObserver(() => {
      // Not `clientHeight`, which is rounded: with it the height could differ by a pixel each time.
      const hiddenPx =
        scroller === null || content === null
          ? 0
          : content.getBoundingClientRect().height - scroller.getBoundingClientRect().height;
      const px = Math.ceil(element.getBoundingClientRect().height + hiddenPx);
      if (px === postedPx) return;
      postedPx = px;
      onHeight(px);
    });
    observer.observe(element);
    if (content !== null) observer.observe(content);
    return () => {
      observer.disconnect();
    };
  }, [root, onHeight]);
}

const SCROLLER = '[data-scroller]';
