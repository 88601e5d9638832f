import init, * as glue from '../pkg/readers/ackscope_readers.js';
import wasmUrl from '../pkg/readers/ackscope_readers_bg.wasm?url';
import { compileFrom } from './compile.ts';

export type WasmReaders = Pick<typeof glue, 'Reading' | 'fit_table'>;

/** The module that reads measured files. A worker loads it when a file is opened. */
export async function loadReaders(): Promise<WasmReaders> {
  await init({ module_or_path: await compileFrom(wasmUrl) });
  return glue;
}
