import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Every package with a vitest.config.ts is a project; there is no list to keep.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Vitest would leave a core free, which of two is half.
  test: { projects: ['*/vitest.config.ts'], maxWorkers: '100%' },
});
