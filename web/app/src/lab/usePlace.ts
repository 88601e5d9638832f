/** The page in view, as the address names it; back and forward move between pages. */
import { useMemo, useSyncExternalStore } from 'react';
import { readPlace } from '@ackscope/model';
import type { Place } from '@ackscope/model';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readPlace(hash), [hash]);
}
