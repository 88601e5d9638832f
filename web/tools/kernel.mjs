import './node-version.mjs';
import { run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { main } from './terminal.mjs';

/**
 * Loads exported scripts into the kernel of this machine and compares their windows with ours. It
 * takes real time, and a link that a busy machine cannot keep is no link to compare over. The test
 * says itself what the machine lacks.
 */
main(async () => {
  await ensureRust();
  const test = ['test', '--locked', '-p', 'ackscope-cli', '--test', 'kernel_window'];
  await run('cargo', [...test, '--', '--ignored', '--nocapture'], { echo: true });
});
