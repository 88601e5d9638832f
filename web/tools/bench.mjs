import './node-version.mjs';
import { ensureRust } from './rust.mjs';
import { run } from './run.mjs';
import { main } from './terminal.mjs';

// Runs the engine's fixed workloads. The figures are only meaningful on an idle machine.
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
