/** The engine's second module in Node. It reads the expressions of lessons during the build. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExpressionReport } from '@ackscope/engine';
import type { RunExpression } from '@ackscope/model/lesson';
import * as module from '../../engine/pkg/analysis/ackscope_analysis.js';
// A relative path, because Vite does not transpile packages that its configuration imports.
import { readExpression } from '../../model/src/lesson/read.ts';

let isLoaded = false;

/** Throws an error that says where it is, what was found and what is allowed. */
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
