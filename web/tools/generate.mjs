// Writes all generated files: TypeScript types and the scenario's schema, whose source is Rust, and the copies of
// the version.
// With --check it writes nothing: it lists outdated files and fails. `npm test` also checks them:
// the generator has a test.
import './node-version.mjs';
import { writeFileSync } from 'node:fs';
import { fromRoot, root } from './paths.mjs';
import { ensureRust } from './rust.mjs';
import { run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';
import { outdatedVersions } from './version.mjs';

main(async () => {
  const check = process.argv.includes('--check');
  const outdated = outdatedVersions(root);
  if (check && outdated.length > 0) {
    throw new Trouble(
      `Not the version of Cargo.toml: ${outdated.map(({ path }) => path).join(', ')}. npm run generate writes it.`,
    );
  }
  for (const { path, text } of outdated) writeFileSync(fromRoot(path), text);
  await ensureRust();
  const build = ['--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'generate'];
  await run('cargo', ['run', ...build, '--', ...(check ? ['--check'] : [])], { echo: true });
  say(
    check ? 'All generated files are as the generator writes them.' : 'All generated files are up to date.',
  );
});
