import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { buildApp } from './app.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';

/** Installs everything that a build needs. */
export async function prepare() {
  await ensureRust();
  await ensurePackages();
  await ensureWasmTools();
}

/** Builds a page that can be served, from a fresh clone or any later state. */
export async function buildAll() {
  await prepare();
  await buildWasm();
  await buildApp();
}
