/** The current page, from the address; Back and Forward move between pages. */
import { useMemo, useSyncExternalStore } from 'react';
import { readRoute } from '@ackscope/model';
import type { Route } from '@ackscope/model';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}
