/** The chosen colours are kept for the next visit; "as the system" is not a choice to keep. */
import type { LabStore, Theme } from '@ackscope/model';

const KEY = 'ackscope-theme';

/** Takes up the choice of the last visit and keeps the next one; gives the way to stop. */
export function saveTheme(store: LabStore): () => void {
  const kept = read();
  if (kept !== null) store.getState().actions.setTheme(kept);
  return store.subscribe((state, before) => {
    if (state.view.theme !== before.view.theme) write(state.view.theme);
  });
}

/** Before anything is drawn, so that the page does not change its colours once the lab is there. */
export function applySavedTheme(): void {
  const kept = read();
  if (kept !== null) document.documentElement.dataset.theme = kept;
}

function read(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    // Storage may be forbidden; the system's colours are a good answer.
    return null;
  }
}

function write(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // As above: the choice then lasts as long as the page.
  }
}
