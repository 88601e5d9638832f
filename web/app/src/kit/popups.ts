import { useEffect, useState } from 'react';
import type * as Popups from './Popup.tsx';

// The code of menus and other popups is as large as that of all buttons, and is needed only after a
// button is pressed. It loads when the browser is idle, or when the pointer comes to a button.

let there: typeof Popups | null = null;
let coming: Promise<void> | null = null;

/** Loads them before they are needed. After a failure, without a network, the next call retries. */
export function loadPopups(): Promise<void> {
  coming ??= import('./Popup.tsx').then(
    (popups) => {
      there = popups;
    },
    () => {
      coming = null;
    },
  );
  return coming;
}

/** Null until they are loaded. No suspense, because that would hide the button they belong to. */
export function usePopups(areWanted: boolean): typeof Popups | null {
  const [found, setFound] = useState(there);
  useEffect(() => {
    if (!areWanted || found !== null) return;
    let isGone = false;
    void loadPopups().then(() => {
      if (!isGone) setFound(there);
    });
    return () => {
      isGone = true;
    };
  }, [areWanted, found]);
  return found ?? there;
}

/** Delay for browsers without `requestIdleCallback`: the page is usually idle by then. */
const REST_MS = 3000;

/** Loads something when the browser is idle. */
export function whenIdle(load: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(load);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(load, REST_MS);
  return () => clearTimeout(timer);
}
