import { buildWasm, compileEngine } from '../engine/scripts/build-wasm.mjs';
import { buildApp } from './app.mjs';
import { installPackages } from './packages.mjs';
import { ensureRust, ensureWasmBindgen, ensureWasmPack } from './rust.mjs';
import { together } from './terminal.mjs';

const TOOLS = {
  'npm packages': installPackages,
  'wasm-bindgen': ensureWasmBindgen,
  'wasm-pack': ensureWasmPack,
};

/** Installs everything that a build needs. */
export async function prepare() {
  await ensureRust();
  await together({ title: 'Packages and tools', why: 'side by side; the first time about a minute' }, TOOLS);
}

/** Builds a page that can be served, from a fresh clone or any later state. */
export async function buildAll() {
  await ensureRust();
  // The engine needs none of the tools until it is compiled, and rustc's last phase leaves cores idle.
  await together(
    { title: 'Packages, tools, engine', why: 'side by side; the first time two minutes' },
    { engine: compileEngine, ...TOOLS },
  );
  await buildWasm();
  await buildApp();
}
