import { useLayoutEffect } from 'react';
import { useLabState } from './context.ts';

/** Whether the page is in presentation mode. The root element says so: type sizes depend on it. */
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
