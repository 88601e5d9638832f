import init, * as glue from '../pkg/study/ackscope_study.js';
import wasmUrl from '../pkg/study/ackscope_study_bg.wasm?url';
import { compileFrom } from './compile.ts';
import type { Study } from './surface.ts';

/** The second module: what no run needs. A worker loads it when it is first asked for. */
export async function openStudy(): Promise<Study> {
  await init({ module_or_path: await compileFrom(wasmUrl) });
  return glue;
}
