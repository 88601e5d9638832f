import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { FAKE_RULES } from './test/fakeEngine.ts';
import { FAKE_FORMULA } from './test/fakeTheory.ts';
import { formulas } from './vite/formulas.ts';
import { lessons } from './vite/lessons.ts';
import { units } from './vite/units.ts';

/** Node loads the module of the readers from its file. */
const readers = fileURLToPath(new URL('../engine/test/realReaders.ts', import.meta.url));

export default defineConfig({
  resolve: { alias: { '@ackscope/engine/readers': readers } },
  plugins: [react(), formulas({ rules: FAKE_RULES, theory: [FAKE_FORMULA] }), lessons(), units()],
  test: {
    name: 'app',
    environment: 'jsdom',
    // Tests render the whole page in jsdom, on a machine that may be busy.
    testTimeout: 30_000,
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/setup.ts'],
  },
});
