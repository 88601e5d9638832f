import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../web/tools/chromium.mjs';
import { MATRIX, ONLY_MATRIX } from './support/matrix.ts';

const executablePath = findChromium();
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  snapshotPathTemplate: 'snapshots/{projectName}/{arg}{ext}',
  globalSetup: './support/servers.ts',
  // A run that hangs must not look like a slow one; a loaded machine with two cores is still well
  // below this.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  workers: 2,
  retries: 0,
  ...(MATRIX ? {} : { grepInvert: new RegExp(ONLY_MATRIX.tag) }),
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['./support/failures.ts']],
  use: {
    launchOptions: executablePath === null ? {} : { executablePath },
    locale: 'en-GB',
    // Tests of a worker share one page, emptied in between: it keeps its process and compiled code,
    // and opens the lab in half the time.
    reuseContext: true,
    // A worker would answer before the routes of a test do; the offline tests have theirs.
    serviceWorkers: 'block',
    // Recording every test costs an eighth of the time; a failure is repeated with `--trace on`.
    trace: 'off',
    // An action on something that is missing fails after a minute, also in a test that may take an hour.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'light', use: { ...desktop, colorScheme: 'light' } },
    ...(MATRIX
      ? [{ name: 'dark', use: { ...desktop, colorScheme: 'dark' as const }, testMatch: 'visual.spec.ts' }]
      : []),
    {
      name: 'phone',
      use: { ...desktop, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      testMatch: MATRIX ? ['accessibility.spec.ts', 'lab.spec.ts', 'visual.spec.ts'] : 'lab.spec.ts',
    },
  ],
});
