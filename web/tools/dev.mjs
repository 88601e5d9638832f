import './node-version.mjs';
import { spawn } from 'node:child_process';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { fromRoot } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { nodeModule } from './run.mjs';
import { main } from './terminal.mjs';

// Vite's own server: the page changes while its sources are edited. After a change in Rust, start it again.
main(async () => {
  await prepare();
  await buildWasm();
  const vite = spawn(process.execPath, [nodeModule('vite/bin/vite.js'), ...process.argv.slice(2)], {
    cwd: fromRoot('web/app'),
    stdio: 'inherit',
  });
  return await new Promise((resolve) => {
    vite.on('close', (code) => {
      resolve(code ?? 0);
    });
  });
});
