import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as glue from '../pkg/ackscope.js';
import type { Surface } from '../src/surface.ts';

/** The module as the page gets it, loaded in Node. */
export function realSurface(): Surface {
  const path = fileURLToPath(new URL('../pkg/ackscope_bg.wasm', import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is not there. Run \`npm run build\` first.`);
  glue.initSync({ module: readFileSync(path) });
  return glue;
}
