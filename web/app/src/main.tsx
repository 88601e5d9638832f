// Styles of the outline; those of the lab come with its script.
import '@ackscope/charts/tokens.css';
import './base.css';
import './shell.css';
import { loadEngine, compileEarly, messageOf } from '@ackscope/engine';
import { createLab } from './lab/createLab.ts';
import type { OpeningLab } from './lab/createLab.ts';
import { applySavedTheme } from './site/savedTheme.ts';
import { isLab } from './pages.ts';

applySavedTheme();
// The outline is that of the lab.
if (!isLab()) document.querySelector('.shell-centre')?.replaceChildren();

/** Loads the engine and starts the first run while the page's larger script is loading. */
function begin(): Promise<OpeningLab> {
  const { engine, named, opened } = loadEngine({ module: compileEarly() });
  const headless = createLab(engine);
  return named.then(() => ({ ...headless, opened }));
}

let first: Promise<OpeningLab> | null = begin();
// In development React opens a page twice; the second one starts anew.
const open = (): Promise<OpeningLab> => {
  const headless = first ?? begin();
  first = null;
  return headless;
};
import('./page.tsx').then(
  ({ showPage }) => showPage(open),
  (error: unknown) => {
    // What page-start.js says if this script does not come.
    dispatchEvent(new CustomEvent('ackscope-not-loaded', { detail: messageOf(error) }));
  },
);
