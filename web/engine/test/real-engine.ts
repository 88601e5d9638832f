import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as glue from '../pkg/ackscope.js';
import * as analysis from '../pkg/analysis/ackscope_analysis.js';
import { evaluateWith, type Evaluate } from '../src/evaluate.ts';
import { scriptsIn } from '../src/programs.ts';
import { REQUESTS, type AskEngine, type RequestEntry } from '../src/requests.ts';
import type { WasmAnalysis, WasmEngine } from '../src/wasm.ts';

function moduleAt(place: string): Uint8Array {
  const path = fileURLToPath(new URL(place, import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is not there. Run \`npm run build\` first.`);
  return readFileSync(path);
}

/** The same module as the page gets, loaded in Node. */
export function realEngine(): WasmEngine {
  glue.initSync({ module: moduleAt('../pkg/ackscope_bg.wasm') });
  return glue;
}

/** Evaluates expressions in the same module. */
export const realEvaluate = (): Evaluate => evaluateWith(realEngine());

/** The second module, loaded in the same way. */
export function realAnalysis(): WasmAnalysis {
  analysis.initSync({ module: moduleAt('../pkg/analysis/ackscope_analysis_bg.wasm') });
  return analysis;
}

/** Asks the second module, without a worker. */
export const realAsk: AskEngine = async (name, ...args) => {
  const entry: RequestEntry = REQUESTS[name];
  const [analysis, given] = [{ module: realAnalysis(), sweeps: new Map() }, args as unknown[] as never[]];
  if (entry.of === 'analysis') return (await entry.answer(analysis, ...given)) as never;
  const state = entry.begin(analysis, ...given);
  while (!state.done()) state.advance(100_000);
  return (await entry.answer(state as never, ...given)) as never;
};

/** The compiled programs of a scenario's scripts, as the client hands them to the engine. */
export function programsOf(text: string): Uint8Array {
  return realAnalysis().compile_scripts(JSON.stringify(scriptsIn(text)));
}
