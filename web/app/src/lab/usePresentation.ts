import { useLayoutEffect } from 'react';
import { useLabState } from './context.ts';

/** Whether the page is shown to a room; the root element then says so, because the size of all type hangs on it. */
export function usePresentation(): boolean {
  const presenting = useLabState((state) => state.view.presenting);
  useLayoutEffect(() => {
    if (!presenting) return;
    document.documentElement.dataset.presenting = '';
    return () => {
      delete document.documentElement.dataset.presenting;
    };
  }, [presenting]);
  return presenting;
}
