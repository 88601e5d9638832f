import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Node loads the module of the readers from its file. */
const readers = fileURLToPath(new URL('../engine/test/realReaders.ts', import.meta.url));

export default defineConfig({
  resolve: { alias: { '@ackscope/engine/readers': readers } },
  test: { name: 'model', environment: 'node', include: ['test/**/*.test.ts'] },
});
