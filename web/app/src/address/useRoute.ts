/** The current page, from the address; Back and Forward move between pages. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { readRoute } from '../pages.ts';
import type { Route } from '../definePage.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => readRoute(hash), [hash]);
}

/**
 * Counts the addresses that were opened. What a page writes into its own address does not count: as
 * a key this repeats a page for a link, and not for its own writing.
 */
export function useOpened(): number {
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    const onHashChange = ({ oldURL }: HashChangeEvent): void => {
      // A menu that closes steps back in the history, and then the address is what it was.
      if (new URL(oldURL).hash !== location.hash) setOpened((before) => before + 1);
    };
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  return opened;
}
