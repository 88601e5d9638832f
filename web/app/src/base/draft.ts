/** A text that somebody writes. The tab keeps it, so that a reload or a way back loses nothing. */

/** Before the name of each draft in the tab's storage. */
const KEY = 'ackscope-writing ';

/** The draft of this name; null if the tab has none. */
export function draftAt(name: string): string | null {
  try {
    return sessionStorage.getItem(KEY + name);
  } catch {
    // Storage may be forbidden: then the text lasts as long as its page.
    return null;
  }
}

export function keepDraft(name: string, text: string): void {
  try {
    sessionStorage.setItem(KEY + name, text);
  } catch {
    // It is forbidden as above, or it is full.
  }
}
