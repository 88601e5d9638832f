import './node-version.mjs';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { fromRoot } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { endWithNpm, keep, nodeModule } from './run.mjs';
import { main } from './terminal.mjs';

// Starts Vite's server, which updates the page when its sources change. After a change in Rust it
// must be restarted.
main(async () => {
  endWithNpm();
  await prepare();
  await buildWasm();
  return await keep(
    process.execPath,
    [nodeModule('vite/bin/vite.js'), ...process.argv.slice(2)],
    fromRoot('web/app'),
  );
});
