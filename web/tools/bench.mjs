import './node-version.mjs';
import { ensureRust } from './rust.mjs';
import { run } from './run.mjs';
import { main } from './terminal.mjs';

// The engine's fixed workloads. Figures mean something only on a machine that does nothing else.
main(async () => {
  await ensureRust();
  const args = [
    'run',
    '--release',
    '--locked',
    '-p',
    'ackscope-cli',
    '--',
    'bench',
    ...process.argv.slice(2),
  ];
  await run('cargo', args, { echo: true });
});
