// Builds the Python package as a wheel in target/wheels: `npm run wheel`. The wheel contains the widget, so that
// ackscope.Lab needs no network. `-- --widget` only puts the widget beside the package's files.
import './node-version.mjs';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { ensureEnvironment, inside } from './python.mjs';
import { nodeModule, run } from './run.mjs';
import { onePage } from './single.mjs';
import { Trouble, main, say, step } from './terminal.mjs';

const WIDGET = fromRoot('core/python/ackscope/widget.html.gz');
const WHEELS = fromRoot('target/wheels');

main(async () => {
  await buildAll();
  await step({ title: 'Widget', why: 'as one page, for notebooks' }, async (progress) => {
    const config = [
      'build',
      '--config',
      'vite.single.config.ts',
      '--mode',
      'widget',
      '--outDir',
      'dist/widget',
    ];
    await run(process.execPath, [nodeModule('vite/bin/vite.js'), ...config], {
      cwd: fromRoot('web/app'),
      progress,
    });
    const parts = fromRoot('web/app/dist/widget');
    const page = gzipSync(onePage(parts, fromRoot('web/app/public/favicon.svg'), 'embed.html'), { level: 9 });
    writeFileSync(WIDGET, page);
    rmSync(parts, { recursive: true });
    return `${(page.length / 1e6).toFixed(1)} MB`;
  });
  if (process.argv.includes('--widget')) return;
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
  for (const name of readdirSync(WHEELS)) {
    const file = join(WHEELS, name);
    say(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
});
