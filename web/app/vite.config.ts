import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { POLICY, WIDGET_POLICY } from '../tools/policy.mjs';
import { formulas } from './vite/formulas.ts';
import { lessons } from './vite/lessons.ts';
import { oneLocale } from './vite/locale.ts';
import { outline } from './vite/outline.ts';
import { preload } from './vite/preload.ts';

/** In the built page only: the development server writes an inline script of its own. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'ackscope-csp',
    apply: 'build',
    transformIndexHtml: (_, { path }) => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: path === '/embed.html' ? WIDGET_POLICY : POLICY,
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}

export default defineConfig({
  // Relative addresses: the built folder works from any sub-path.
  base: './',
  plugins: [
    react(),
    // The page is in English: what react-aria says is, too.
    optimizeLocales.vite({ locales: ['en-US'] }),
    oneLocale(),
    formulas(),
    lessons(),
    outline('/index.html'),
    preload('/index.html', {
      modules: ['/src/page.tsx', '/generated/catalogue.json'],
      fetched: { name: 'ackscope_bg.wasm', type: 'application/wasm' },
    }),
    contentSecurityPolicy(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Every browser that runs this knows what to do with a modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['index.html', 'embed.html', 'examples.html'],
      // With all that they need at once: else every set of modules that the same pages share is a
      // file, fifty small ones for the first load, and a plain server is asked for six at a time.
      output: {
        codeSplitting: {
          groups: [
            // The page of examples is text, and loads nothing of the lab.
            { name: 'common', test: /vite\/preload-helper|\/(base|tokens)\.css$/, priority: 3 },
            // Small, because it starts the run. Not the script itself: the widget takes the same
            // parts.
            {
              name: 'begin',
              test: /\/app\/src\/lab\/(createLab|savedTheme)\.ts$|\/engine\/src\/(client|compileEarly)\.ts$/,
              priority: 2,
            },
            { name: 'lab', test: /\/app\/src\/page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
