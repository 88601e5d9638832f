// Writes every generated file: TypeScript types and the scenario's schema. Rust is the source. With
// --check nothing is written: it says which files are not as they would be written, and fails. `npm
// test` knows too: the generator has a test.
import './node-version.mjs';
import { ensureRust } from './rust.mjs';
import { run } from './run.mjs';
import { main, say } from './terminal.mjs';

main(async () => {
  const check = process.argv.includes('--check');
  await ensureRust();
  const build = ['--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'generate'];
  await run('cargo', ['run', ...build, '--', ...(check ? ['--check'] : [])], { echo: true });
  say(
    check ? 'All generated files are as the generator writes them.' : 'All generated files are up to date.',
  );
});
