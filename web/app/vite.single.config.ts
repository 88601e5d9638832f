import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { formulas } from './vite/formulas.ts';
import { lessons } from './vite/lessons.ts';
import { units } from './vite/units.ts';
import { oneLocale } from './vite/locale.ts';

const INLINE: Record<string, string> = {
  './spawn.ts': './spawnInline.ts',
  './compileEarly.ts': './compileEarlyInline.ts',
};

/** A single-file page has no second file for a worker, and needs only one engine. */
function workerInThePage(): Plugin {
  return {
    name: 'ackscope-worker-in-the-page',
    enforce: 'pre',
    resolveId(source, importer) {
      const inline = INLINE[source];
      if (inline === undefined || importer === undefined) return null;
      return this.resolve(inline, importer, { skipSelf: true });
    },
  };
}

/**
 * By default the glue names its module's file, which the bundle would then contain. The page always
 * passes the module itself, so one copy in the page is enough.
 */
function engineOnce(): Plugin {
  return {
    name: 'ackscope-engine-once',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/pkg\/(analysis\/|readers\/)?ackscope(_analysis|_readers)?\.js$/.test(id)) return null;
      const named = /new URL\('ackscope(_analysis|_readers)?_bg\.wasm', import\.meta\.url\)/;
      if (!named.test(code)) this.error('the glue no longer names the engine where it did');
      return { code: code.replace(named, 'undefined'), map: null };
    },
  };
}

/** Builds one script and one style sheet, which web/tools/single.mjs puts into one page: the lab, or with
 * `--mode widget` the widget. */
export default defineConfig(({ mode }) => ({
  base: './',
  publicDir: false,
  plugins: [
    react(),
    optimizeLocales.vite({ locales: ['en-US'] }),
    oneLocale(),
    formulas(),
    lessons(),
    units(),
    workerInThePage(),
    engineOnce(),
  ],
  // A page without an origin cannot start a module worker.
  worker: { format: 'iife', plugins: () => [engineOnce()] },
  build: {
    outDir: 'dist/single',
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: mode === 'widget' ? 'embed.html' : 'index.html',
      output: { codeSplitting: false },
    },
  },
}));
