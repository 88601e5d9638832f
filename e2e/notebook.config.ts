import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../web/tools/chromium.mjs';

const executablePath = findChromium();
const port = 8497;

/** A real JupyterLab in Chromium: `npm run test:notebook`, which sets JUPYTER and NOTEBOOKS. */
export default defineConfig({
  testDir: 'notebook',
  outputDir: 'test-results',
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 1000 },
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: executablePath === null ? {} : { executablePath },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: [
      `"${process.env['JUPYTER'] ?? ''}" lab --no-browser --allow-root --ip=127.0.0.1 --port=${port}`,
      '--ServerApp.port_retries=0 --IdentityProvider.token= --ServerApp.root_dir=.',
      '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
    ].join(' '),
    cwd: process.env['NOTEBOOKS'] ?? '',
    url: `http://127.0.0.1:${port}/api`,
    timeout: 120_000,
  },
});
