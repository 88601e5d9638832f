import { readFileSync } from 'node:fs';
import * as glue from '../pkg/readers/ackscope_readers.js';
import type { WasmReaders } from '../src/readers.ts';

const module = readFileSync(`${import.meta.dirname}/../pkg/readers/ackscope_readers_bg.wasm`);

/** The same module as the page gets, loaded in Node. */
export async function loadReaders(): Promise<WasmReaders> {
  glue.initSync({ module });
  return Promise.resolve(glue);
}
