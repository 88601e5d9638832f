/** The engine's second module in Node: it reads the expressions of lessons while the page is built. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExpressionReport } from '@ackscope/engine';
import type { RunExpression } from '@ackscope/model/lesson';
import * as module from '../../engine/pkg/analysis/ackscope_analysis.js';
// Not by its package: what Vite's configuration imports is not transpiled there.
import { readExpression } from '../../model/src/lesson/read.ts';

let isLoaded = false;

/** Throws with the place, what was found and what is allowed. */
export function runExpression(text: string): RunExpression {
  if (!isLoaded)
    module.initSync({
      module: readFileSync(
        fileURLToPath(new URL('../../engine/pkg/analysis/ackscope_analysis_bg.wasm', import.meta.url)),
      ),
    });
  isLoaded = true;
  return readExpression(text, JSON.parse(module.expression('run', text)) as ExpressionReport);
}
