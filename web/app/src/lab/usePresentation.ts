import { useEffect, useLayoutEffect } from 'react';
import { useLab, useLabState } from './context.ts';

/**
 * Whether the page is in presentation mode. The root element says so: type sizes depend on it. It
 * fills the screen where the browser allows that, and who leaves full screen leaves it.
 */
export function usePresentation(): boolean {
  const { store } = useLab();
  const presenting = useLabState((state) => state.view.presenting);
  useLayoutEffect(() => {
    if (!presenting) return;
    document.documentElement.dataset.presenting = '';
    return () => {
      delete document.documentElement.dataset.presenting;
    };
  }, [presenting]);
  useEffect(() => {
    const root = document.documentElement;
    // Not every browser has it (a frame, a phone), and none gives it without a key or a press.
    if (!presenting || typeof root.requestFullscreen !== 'function') return;
    void root.requestFullscreen().catch(() => undefined);
    const onChange = (): void => {
      if (document.fullscreenElement === null) store.getState().actions.present(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, [presenting, store]);
  return presenting;
}
