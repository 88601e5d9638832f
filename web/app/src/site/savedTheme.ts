/** The chosen colours are stored for the next visit, except “as the system”. */
import type { LabStore, Theme } from '@ackscope/model';

const KEY = 'ackscope-theme';

/** Restores the last choice and stores later ones; returns a function that stops this. */
export function saveTheme(store: LabStore): () => void {
  const kept = read();
  if (kept !== null) store.getState().actions.setTheme(kept);
  return store.subscribe((state, before) => {
    if (state.view.theme !== before.view.theme) write(state.view.theme);
  });
}

/** Before the first paint, so that the colours do not change when the lab appears. */
export function applySavedTheme(): void {
  const kept = read();
  if (kept !== null) document.documentElement.dataset.theme = kept;
}

function read(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    // Storage may be forbidden; then the system's colours are used.
    return null;
  }
}

function write(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // As above: the choice then lasts only as long as the page.
  }
}
