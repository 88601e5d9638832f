/**
 * What the browser's way back does. It closes what was opened last, before it leaves a page: whatever opens over the page
 * takes an entry of the history, and gives it up when it is closed in another way. All writing of the history goes through
 * here, so that these entries are never overwritten.
 */
import { useEffect, useRef } from 'react';

/** How many things were open when the browser's entry was made. */
const OPEN = 'ackscopeOpen';

const open: (() => void)[] = [];
/** Steps back that were asked for here, and are not yet done. */
let isGoing = false;
/** The address that the screen has, as far as this module wrote it. */
let address = '';
let isListening = false;

function depth(): number {
  const state = history.state as Record<string, unknown> | null;
  const found = state?.[OPEN];
  return typeof found === 'number' ? found : 0;
}

const entry = (count: number): Record<string, number> | null => (count === 0 ? null : { [OPEN]: count });

/** Writes the address of the screen over the one that stands there. Gives what the browser made of it. */
export function replaceAddress(hash: string): string {
  try {
    history.replaceState(history.state, '', hash);
  } catch {
    // A frame without an origin has no address to keep.
  }
  address = location.hash;
  return address;
}

/** The same for a screen that the way back is to leave again. */
export function pushAddress(hash: string): string {
  try {
    history.pushState(entry(open.length), '', hash);
  } catch {
    // As above.
  }
  address = location.hash;
  return address;
}

/** As many entries as things are open. */
function settle(): void {
  if (isGoing) return;
  const ahead = open.length - depth();
  if (ahead < 0) {
    isGoing = true;
    history.go(ahead);
    return;
  }
  address = location.hash;
  for (let count = depth() + 1; count <= open.length; count += 1) {
    try {
      history.pushState(entry(count), '', location.hash === '' ? location.href : location.hash);
    } catch {
      return;
    }
  }
}

function onPopState(): void {
  const isOurs = isGoing;
  isGoing = false;
  const closing = isOurs ? [] : open.splice(depth());
  // What lay over the page is gone, and the page is as it was: an older address would undo what was done meanwhile.
  if (isOurs || closing.length > 0) replaceAddress(address === '' ? location.href : address);
  for (const close of closing.reverse()) close();
  settle();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  // After a reload nothing is open.
  if (depth() > 0) history.replaceState(null, '', location.href);
  window.addEventListener('popstate', onPopState);
}

/** While it is open, the way back closes it. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    listen();
    const close = (): void => latest.current();
    open.push(close);
    settle();
    return () => {
      const at = open.indexOf(close);
      if (at < 0) return;
      open.splice(at, 1);
      // In the next turn: what opens in its place takes over the entry.
      queueMicrotask(settle);
    };
  }, [isOpen]);
}
