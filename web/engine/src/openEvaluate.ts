import init, * as glue from '../pkg/ackscope.js';
import { evaluateWith, type Evaluate } from './evaluate.ts';

/** The compiled engine in this thread. It is small work: one call for all samples of a curve. */
export async function openEvaluate(module: WebAssembly.Module): Promise<Evaluate> {
  await init({ module_or_path: module });
  return evaluateWith(glue);
}
