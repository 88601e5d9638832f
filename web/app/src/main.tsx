// The outline's looks; those of the lab come with its script.
import '@ackscope/charts/tokens.css';
import './base.css';
import './shell.css';
import { loadEngine, compileEarly } from '@ackscope/engine';
import { readRoute } from '@ackscope/model';
import { createLab } from './lab/createLab.ts';
import type { AddressedLab } from './lab/createLab.ts';
import { applySavedTheme } from './lab/savedTheme.ts';

applySavedTheme();
// The outline is the lab's.
if (readRoute(location.hash).page !== 'lab') document.querySelector('.shell-centre')?.replaceChildren();

/** The engine loads and the first run starts while the page's larger script is on its way. */
function begin(): Promise<AddressedLab> {
  const { engine, opened } = loadEngine({ module: compileEarly() });
  const headless = createLab(engine);
  return opened.then(() => headless);
}

let first: Promise<AddressedLab> | null = begin();
// Where React opens a page twice, as it does while one develops it, the second one begins anew.
const open = (): Promise<AddressedLab> => {
  const headless = first ?? begin();
  first = null;
  return headless;
};
void import('./page.tsx').then(({ showPage }) => {
  showPage(open);
});
