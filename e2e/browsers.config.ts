import { defineConfig } from '@playwright/test';

/** Browsers that Playwright cannot drive as installed: the tests bring their own drivers. */
export default defineConfig({
  testDir: 'browsers',
  outputDir: 'test-results',
  globalSetup: './browsers/servers.ts',
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
});
