// Builds the Python package as a wheel in target/wheels: `npm run wheel`. The wheel contains the widget, so that
// ackscope.Lab needs no network. `-- --widget` only puts the widget beside the package's files.
import './node-version.mjs';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildNotebookWidget } from './notebook-widget.mjs';
import { fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { ensureEnvironment, inside } from './python.mjs';
import { run } from './run.mjs';
import { Trouble, main, say, step } from './terminal.mjs';

const WHEELS = fromRoot('target/wheels');

/**
 * Builds the wheel of this system, with the widget.
 * @returns {Promise<string[]>} the files
 */
export async function buildWheels() {
  await buildNotebookWidget();
  await step({ title: 'Wheel', why: 'the engine, optimised; some minutes' }, async (progress) => {
    const missing = await ensureEnvironment(progress);
    if (missing !== null) throw new Trouble(`There is no wheel, since ${missing}.`);
    mkdirSync(WHEELS, { recursive: true });
    for (const name of readdirSync(WHEELS)) rmSync(join(WHEELS, name));
    const build = ['build', '--release', '--locked', '--out', WHEELS];
    const env = { ...process.env, CARGO_TARGET_DIR: fromRoot('target/python/wheel') };
    await run(inside('maturin'), build, { cwd: fromRoot('core/python'), env, progress });
    return 'built';
  });
  return readdirSync(WHEELS).map((name) => join(WHEELS, name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(async () => {
    await buildAll();
    if (process.argv.includes('--widget')) return buildNotebookWidget();
    for (const file of await buildWheels()) say(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  });
