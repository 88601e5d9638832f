import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { buildApp } from './app.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';

/** Everything that is needed before something can be built. */
export async function prepare() {
  await ensureRust();
  await ensurePackages();
  await ensureWasmTools();
}

/** From a fresh clone, or from wherever one stands, to a page that can be served. */
export async function buildAll() {
  await prepare();
  await buildWasm();
  await buildApp();
}
