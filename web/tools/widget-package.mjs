// The widget as an npm package: `npm run package` writes a tarball to web/embed/dist/package.
import './node-version.mjs';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './paths.mjs';
import { npm } from './packages.mjs';
import { nodeModule, run } from './run.mjs';
import { main, step } from './terminal.mjs';

/** Files of the package beside the built modules and their types. */
const TEXTS = ['LICENSE-MIT', 'LICENSE-APACHE', 'web/embed/README.md'];

/**
 * Builds the widget's modules with their types and packs them.
 * @param {string} [folder] for the result
 * @returns {Promise<string>} the tarball
 */
export async function packWidget(folder = fromRoot('web/embed/dist/package')) {
  const home = fromRoot('web/embed');
  const parts = join(folder, 'parts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(parts, 'dist'), { recursive: true });
  await step({ title: 'Widget', why: 'its modules, their types and a package of both' }, async (progress) => {
    const options = { cwd: home, progress };
    await run(
      process.execPath,
      [nodeModule('vite/bin/vite.js'), 'build', '--outDir', join(parts, 'dist')],
      options,
    );
    await run(
      process.execPath,
      [nodeModule('typescript/bin/tsc'), '-p', 'tsconfig.types.json', '--outDir', join(parts, 'dist')],
      options,
    );
    for (const text of TEXTS) cpSync(fromRoot(text), join(parts, basename(text)));
    const about = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    // The other exports are for the packages of this repository, which read its sources.
    const { '.': element, './client': client } = about.exports;
    const { devDependencies: _, ...kept } = about;
    const given = {
      ...kept,
      files: ['dist', 'LICENSE-*'],
      exports: { '.': element, './client': client },
      sideEffects: ['./dist/ackscope-embed.js'],
    };
    writeFileSync(join(parts, 'package.json'), `${JSON.stringify(given, null, 2)}\n`);
    await npm(['pack', '--silent', '--pack-destination', folder], progress, parts);
    return 'packed';
  });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm packed nothing in ${folder}`);
  return join(folder, name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(() => packWidget().then(() => undefined));
