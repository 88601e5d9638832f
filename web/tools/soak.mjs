import './node-version.mjs';
import { readFileSync } from 'node:fs';
import { ensureChromium } from './chromium.mjs';
import { fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { nodeModule, run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';

/** Changes the scenario a thousand times, or `-- N` times, in one page: memory must not grow. */
main(async () => {
  const [changes = '1000'] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(changes)) throw new Trouble(`How many changes? ${changes} is not a whole number.`);
  await buildAll();
  const { path } = await ensureChromium(say);
  const report = fromRoot('e2e/test-results/soak.json');
  await run(
    process.execPath,
    [nodeModule('@playwright/test/cli.js'), 'test', 'soak', '--reporter=list,json'],
    {
      cwd: fromRoot('e2e'),
      env: {
        ...process.env,
        ACKSCOPE_MATRIX: '1',
        CHROMIUM: path,
        SOAK_CHANGES: changes,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      echo: true,
    },
  );
  // The report contains the memory before and after.
  say(JSON.parse(/"description": (".*")/.exec(readFileSync(report, 'utf8'))?.[1] ?? '""'));
});
