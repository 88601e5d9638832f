import { useEffect, useLayoutEffect } from 'react';
import { useLab, useLabState } from '../lab/context.ts';

/**
 * Whether the page is in presentation mode. An attribute of the root element sets larger type. The
 * page goes full screen if the browser allows it, and leaving full screen ends the mode.
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
    // Some browsers lack it (in a frame, on a phone), and all of them need a key or a press for it.
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
