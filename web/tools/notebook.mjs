// Tests ackscope.Lab in a real JupyterLab in Chromium: `npm run test:notebook`. Not a part of npm test, since it
// installs JupyterLab.
import './node-version.mjs';
import { mkdirSync } from 'node:fs';
import { buildNotebookWidget } from './notebook-widget.mjs';
import { fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { develop, ensureJupyterLab, inside } from './python.mjs';
import { nodeModule, run } from './run.mjs';
import { Trouble, main, step } from './terminal.mjs';

const NOTEBOOKS = fromRoot('target/python/notebooks');

main(async () => {
  await buildAll();
  await buildNotebookWidget();
  await step({ title: 'Python', why: 'JupyterLab and the package; some minutes' }, async (progress) => {
    const missing = await ensureJupyterLab(progress);
    if (missing !== null) throw new Trouble(`There is no JupyterLab, since ${missing}.`);
    const { code, output } = await develop(progress);
    if (code !== 0) throw new Trouble(output);
    return 'built';
  });
  const tests = [nodeModule('@playwright/test/cli.js'), 'test', '--config', 'notebook.config.ts'];
  mkdirSync(NOTEBOOKS, { recursive: true });
  const env = { ...process.env, JUPYTER: inside('jupyter'), NOTEBOOKS };
  await run(process.execPath, tests, { cwd: fromRoot('e2e'), env, echo: true });
});
