import { defineConfig } from 'vitest/config';

// The goldens simulate minutes of traffic each; the limit is for a machine that does other things
// as well.
export default defineConfig({
  test: { name: 'engine', environment: 'node', include: ['test/**/*.test.ts'], testTimeout: 60_000 },
});
