import './node-version.mjs';
import { run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { main } from './terminal.mjs';

/**
 * Loads exported scripts into the kernel of this machine and compares its windows with ours. The
 * test runs in real time, and needs a machine that is not too busy for the link's rate. The test
 * reports what the machine lacks.
 */
main(async () => {
  await ensureRust();
  const test = ['test', '--locked', '-p', 'ackscope-cli', '--test', 'cli'];
  await run('cargo', [...test, '--', 'kernel_window::', '--ignored', '--nocapture'], { echo: true });
});
