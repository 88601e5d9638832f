import { useEffect } from 'react';

/** Reports the height of the content, not of the frame: otherwise each would follow the other. */
export function useHeight(root: React.RefObject<HTMLElement | null>, onHeight: (px: number) => void): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    let postedPx = 0;
    const observer = new ResizeObserver(() => {
      const px = Math.ceil(element.getBoundingClientRect().height);
      if (px === postedPx) return;
      postedPx = px;
      onHeight(px);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [root, onHeight]);
}
