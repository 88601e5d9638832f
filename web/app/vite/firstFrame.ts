/** Puts the recorded first frame into the opening page: its curves stand before the engine has come. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Written by `ACKSCOPE_RECORD=1 npx vitest run --config web/vitest.config.ts --project app firstFrame`. */
export const FIRST_FRAME = fileURLToPath(new URL('firstFrame.html', import.meta.url));

export function firstFrame(page: string): Plugin {
  return {
    name: 'ackscope-first-frame',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        path === page ? html.replace('<!-- first frame -->', readFileSync(FIRST_FRAME, 'utf8').trim()) : html,
    },
  };
}
