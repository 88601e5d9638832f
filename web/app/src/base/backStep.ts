/**
 * The browser's Back button closes what was opened last, before it leaves the page. For this, each
 * dialog or drawer adds an entry to the history, which is removed if it is closed in another way.
 * All changes of the address go through this file, so that it knows the current one.
 */
import { useEffect, useRef } from 'react';

/** Key in an entry's state: how many dialogs were open over the page when it was made. */
const OPEN = 'ackscopeOpen';

/** The close function of everything open over the page; the last one is on top. */
const open: (() => void)[] = [];
/** Whether a step back requested here is pending. */
let isGoing = false;
let address = '';
/** A new address to add after the old one, once the steps back are done. */
let next: { left: string; to: string } | null = null;
let isListening = false;

/** Null if the entry was made by the browser: a link, or an address that was typed. */
function openHere(): number | null {
  const found = (history.state as Record<string, unknown> | null)?.[OPEN];
  return typeof found === 'number' ? found : null;
}

function write(how: 'pushState' | 'replaceState', count: number, hash?: string): void {
  try {
    // An empty URL would leave the fragment in place instead of removing it.
    history[how]({ [OPEN]: count }, '', hash === '' ? location.pathname + location.search : hash);
  } catch {
    // A frame without an origin has no history of its own.
  }
  address = location.hash;
}

/** Replaces the address of the screen; returns it as the browser spells it. */
export function replaceAddress(hash: string): string {
  write('replaceState', openHere() ?? 0, hash);
  return address;
}

/**
 * Adds an entry for the address; Back leads to the one before. The entries of open dialogs lie
 * between the two: they are removed first, and added again after the new entry.
 */
export function pushAddress(hash: string): string {
  const here = openHere() ?? 0;
  if (here === 0 && !isGoing) {
    write('pushState', 0, hash);
    settle();
    return address;
  }
  next = { left: next?.left ?? address, to: hash };
  if (!isGoing) stepBack(here);
  return new URL(hash === '' ? '#' : hash, location.href).hash;
}

function stepBack(steps: number): void {
  isGoing = true;
  history.go(-steps);
}

/** Makes the number of entries equal to the number of open dialogs. */
function settle(): void {
  if (isGoing) return;
  const here = openHere() ?? 0;
  if (open.length < here) {
    stepBack(here - open.length);
    return;
  }
  if (open.length > here) write('replaceState', here);
  for (let count = here + 1; count <= open.length; count += 1) write('pushState', count);
}

function onPopState(): void {
  const wasOurs = isGoing;
  isGoing = false;
  const here = openHere();
  const closing = wasOurs ? [] : open.splice(here ?? 0);
  // Only a dialog closed. The entry below it has an older address, which would undo changes made
  // while the dialog was open: it gets the current address.
  if (here !== null && (wasOurs || closing.length > 0)) replaceAddress(next?.left ?? address);
  if (next !== null && wasOurs) {
    // Our step may end on another entry of an open dialog.
    if (here !== null && here > 0) {
      stepBack(here);
      return;
    }
    write('pushState', 0, next.to);
    next = null;
  }
  address = location.hash;
  for (const close of closing.reverse()) close();
  settle();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', onPopState);
  // After a reload nothing is open.
  if (openHere() !== null) write('replaceState', 0);
}

/** While it is open, Back closes it. Not in a frame: there Back belongs to the host page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || window.parent !== window) return;
    listen();
    const close = (): void => latest.current();
    open.push(close);
    settle();
    return () => {
      const at = open.indexOf(close);
      if (at < 0) return;
      open.splice(at, 1);
      // In the next turn: a dialog that opens instead takes over the entry.
      queueMicrotask(settle);
    };
  }, [isOpen]);
}
