import { useSyncExternalStore } from 'react';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}

export const NARROW = '(max-width: 760px)';
/** Too narrow for three columns: the inspector moves into a sheet. */
export const MEDIUM = '(max-width: 1180px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
