import { defineConfig } from 'vite';

/** Two plain modules with names that never change: pages link to them for years. */
export default defineConfig({
  build: {
    target: 'es2022',
    lib: {
      entry: { 'ackscope-embed': 'src/index.ts', 'ackscope-client': 'src/client.ts' },
      formats: ['es'],
    },
    rolldownOptions: { output: { chunkFileNames: 'ackscope-parts.js' } },
  },
});
