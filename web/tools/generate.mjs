// Writes all generated files: TypeScript types and the scenario's schema. Their source is Rust.
// With --check it writes nothing: it lists outdated files and fails. `npm test` also checks them:
// the generator has a test.
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
