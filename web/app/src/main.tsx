import { compiledAhead, openEngine } from '@ackscope/engine';
import type { Engine } from '@ackscope/engine';
import { showKeptTheme } from './lab/themeMemory.ts';

showKeptTheme();

// Small, and before everything else: the engine and its workers load beside the page, which is ten times this script.
let ahead: Promise<Engine> | null = openEngine({ module: compiledAhead() });
const open = (): Promise<Engine> => {
  const engine = ahead ?? openEngine();
  ahead = null;
  return engine;
};
void import('./page.tsx').then(({ showPage }) => {
  showPage(open);
});
