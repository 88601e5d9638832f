// The page's widget as one file beside the Python package, for ackscope.Lab.
import { rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fromRoot } from './paths.mjs';
import { nodeModule, run } from './run.mjs';
import { onePage } from './single.mjs';
import { step } from './terminal.mjs';

const WIDGET = fromRoot('core/python/ackscope/widget.html.gz');

/** Needs the built engine. */
export async function buildNotebookWidget() {
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
}
