import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, fingerprint, isFresh, setStamp } from './fingerprint.mjs';
import { writeServiceWorker } from './offline.mjs';
import { dist, fromRoot, pkg, stamps } from './paths.mjs';
import { nodeModule, run } from './run.mjs';
import { allParts, sbom } from './sbom.mjs';
import { onePage } from './single.mjs';
import { checkSize } from './size.mjs';
import { step } from './terminal.mjs';

/** The site as one file, beside the others. */
const SINGLE_PAGE = 'ackscope-single.html';
/** The list of the site's parts, for those who need it. */
const PARTS_LIST = 'sbom.cdx.json';

/** Builds the page. Needs the npm packages and the engine. */
export async function buildApp() {
  await step({ title: 'Page', why: 'bundled by Vite into web/app/dist; a few seconds' }, async (progress) => {
    const stamp = join(stamps, 'app.stamp');
    const sources = filesUnder(
      ['web', 'docs', 'core/lab/experiments', 'core/lab/report-card.json', 'core/script/library'].map(
        fromRoot,
      ),
      new Set(['tools', 'test', 'scripts']),
    );
    const print = fingerprint([...sources, ...filesUnder([pkg]), fromRoot('package-lock.json')]);
    if (isFresh(stamp, print) && existsSync(join(dist, 'index.html'))) return 'up to date';
    await run(process.execPath, [nodeModule('vite/bin/vite.js'), 'build'], {
      cwd: fromRoot('web/app'),
      progress,
    });
    // The widget's scripts are beside the page that they open; their names never change.
    await run(process.execPath, [nodeModule('vite/bin/vite.js'), 'build'], {
      cwd: fromRoot('web/embed'),
      progress,
    });
    for (const name of readdirSync(fromRoot('web/embed/dist')).filter((file) => file.endsWith('.js')))
      copyFileSync(join(fromRoot('web/embed/dist'), name), join(dist, name));
    await run(
      process.execPath,
      [nodeModule('vite/bin/vite.js'), 'build', '--config', 'vite.single.config.ts'],
      { cwd: fromRoot('web/app'), progress },
    );
    const parts = fromRoot('web/app/dist/single');
    writeFileSync(join(dist, SINGLE_PAGE), onePage(parts, fromRoot('web/app/public/favicon.svg')));
    rmSync(parts, { recursive: true });
    const { version } = /** @type {{ version: string }} */ (
      JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
    );
    writeFileSync(join(dist, PARTS_LIST), `${JSON.stringify(sbom(allParts(), version), null, 2)}\n`);
    // Last, because it lists all files. Few readers need the single page, which is as large as all
    // others together.
    writeServiceWorker(dist, fromRoot('web/app/src/offline/serviceWorker.js'), [SINGLE_PAGE, PARTS_LIST]);
    const size = checkSize();
    setStamp(stamp, print);
    return `built; gzip: ${size}`;
  });
}
