import { beginEngine, compiledAhead } from '@ackscope/engine';
import { readPlace } from '@ackscope/model';
import { beginLab } from './lab/beginLab.ts';
import type { Beginning } from './lab/beginLab.ts';
import { showKeptTheme } from './lab/themeMemory.ts';

showKeptTheme();
// The outline is the lab's.
if (readPlace(location.hash).page !== 'lab') document.querySelector('.shell-centre')?.replaceChildren();

/** The engine loads and the first run begins while the page itself, ten times this script, is on its way. */
function begin(): Promise<Beginning> {
  const { engine, opened } = beginEngine({ module: compiledAhead() });
  const beginning = beginLab(engine);
  return opened.then(() => beginning);
}

let first: Promise<Beginning> | null = begin();
// Where React opens a page twice, as it does while one develops it, the second one begins anew.
const open = (): Promise<Beginning> => {
  const beginning = first ?? begin();
  first = null;
  return beginning;
};
void import('./page.tsx').then(({ showPage }) => {
  showPage(open);
});
