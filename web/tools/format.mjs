import './node-version.mjs';
import { filesUnder } from './fingerprint.mjs';
import { ensurePackages } from './packages.mjs';
import { fromRoot } from './paths.mjs';
import { ensureRust } from './rust.mjs';
import { nodeModule, run } from './run.mjs';
import { main, step } from './terminal.mjs';

/** `cargo fmt` skips modules that a macro declares, so rustfmt gets the files directly. */
export const rustFiles = () => filesUnder([fromRoot('core')]).filter((file) => file.endsWith('.rs'));

/** The edition of Cargo.toml, which rustfmt does not read. */
export const RUSTFMT = ['--edition', '2024', '--color', process.stdout.isTTY ? 'always' : 'never'];

if (process.argv[1]?.endsWith('format.mjs') === true) {
  main(async () => {
    await ensureRust();
    await ensurePackages();
    await step({ title: 'rustfmt', why: 'core' }, async () => {
      await run('rustfmt', [...RUSTFMT, ...rustFiles()]);
    });
    await step({ title: 'prettier', why: 'web, e2e and the top level' }, async () => {
      await run(process.execPath, [
        nodeModule('prettier/bin/prettier.cjs'),
        '--write',
        '--log-level=warn',
        '.',
      ]);
    });
  });
}
