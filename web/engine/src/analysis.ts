import init, * as glue from '../pkg/analysis/ackscope_analysis.js';
import wasmUrl from '../pkg/analysis/ackscope_analysis_bg.wasm?url';
import { compileFrom } from './compile.ts';
import type { WasmAnalysis } from './wasm.ts';

/** The second module, which no run needs. A worker loads it at the first request that needs it. */
export async function loadAnalysis(): Promise<WasmAnalysis> {
  await init({ module_or_path: await compileFrom(wasmUrl) });
  return glue;
}
