// Writes every generated file: TypeScript types, the schema, the generated parts of docs. Rust is the source.
// With --check it says which files were not as the generator writes them, and fails.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { filesUnder } from './fingerprint.mjs';
import { fromRoot, root } from './paths.mjs';
import { ensureRust } from './rust.mjs';
import { run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';

/** The folders the generator writes into. */
const WRITTEN = ['web/engine/src/generated', 'docs'];

function contents() {
  return new Map(
    filesUnder(WRITTEN.map(fromRoot)).map((file) => [
      relative(root, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

main(async () => {
  const check = process.argv.includes('--check');
  if (!check) await ensureRust();
  const before = contents();
  await run('cargo', ['run', '--quiet', '--locked', '-p', 'ackscope-lab', '--example', 'generate'], {
    echo: true,
  });
  const after = contents();
  const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file);
  if (after.size === 0) throw new Trouble('The generator wrote nothing.');
  if (changed.length === 0) {
    say('All generated files are as the generator writes them.');
  } else if (check) {
    throw new Trouble(
      `These files were not as the generator writes them; now they are. Look at them and commit them:\n  ${changed.join('\n  ')}`,
    );
  } else {
    say(`Written anew:\n  ${changed.join('\n  ')}`);
  }
});
