import { useSyncExternalStore } from 'react';

interface Query {
  subscribe: (listener: () => void) => () => void;
  matches: () => boolean;
}

/** Asking the browser again in every render would cost more than the render. */
const asked = new Map<string, Query>();

function queryOf(query: string): Query {
  const known = asked.get(query);
  if (known !== undefined) return known;
  const list = window.matchMedia(query);
  const made: Query = {
    subscribe(listener) {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
  asked.set(query, made);
  return made;
}

/** `query` is one of the page's few. */
export function useMediaQuery(query: string): boolean {
  const { subscribe, matches } = queryOf(query);
  return useSyncExternalStore(subscribe, matches);
}
