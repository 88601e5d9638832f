import { useEffect, useState } from 'react';
import type * as Popups from './Popup.tsx';

// What opens above the page weighs as much as all its buttons, and nothing of it is there until a
// button is pressed: it comes when the page has come to rest, or when a hand reaches for a button
// before that.

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

/** Null until they are loaded. No suspense: that would hide the button they belong to. */
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

/** Where a browser cannot say that it is at rest: when it usually is. */
const REST_MS = 3000;

/** Loads something when nothing else is to be done. */
export function whenIdle(load: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = requestIdleCallback(load);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(load, REST_MS);
  return () => clearTimeout(timer);
}
