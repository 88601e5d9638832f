/** The engine's second module in Node. It reads the expressions of lessons during the build. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Classwork, ExpressionReport } from '@ackscope/engine';
import type { RunExpression } from '@ackscope/model/lesson';
import * as module from '../../engine/pkg/analysis/ackscope_analysis.js';
// A relative path, because Vite does not transpile packages that its configuration imports.
import { readExpression } from '../../model/src/lesson/read.ts';

let isLoaded = false;

function loaded(): typeof module {
  if (!isLoaded)
    module.initSync({
      module: readFileSync(
        fileURLToPath(new URL('../../engine/pkg/analysis/ackscope_analysis_bg.wasm', import.meta.url)),
      ),
    });
  isLoaded = true;
  return module;
}

/** Throws an error that says where it is, what was found and what is allowed. */
export const runExpression = (text: string): RunExpression =>
  readExpression(text, JSON.parse(loaded().expression('run', text)) as ExpressionReport);

/** Throws if the request cannot be answered. */
export const classwork = (request: Classwork): unknown =>
  JSON.parse(loaded().classwork(JSON.stringify(request)));
