import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { POLICY, WIDGET_POLICY } from '../tools/policy.mjs';
import { firstFrame } from './vite/firstFrame.ts';
import { formulas } from './vite/formulas.ts';
import { lessons } from './vite/lessons.ts';
import { units } from './vite/units.ts';
import { oneLocale } from './vite/locale.ts';
import { outline } from './vite/outline.ts';
import { preload, preloadFont } from './vite/preload.ts';

/** Only for the built page: the development server adds an inline script. */
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
  // Relative addresses let the built folder work from any sub-path.
  base: './',
  plugins: [
    react(),
    // The page is in English, so react-aria's texts are too.
    optimizeLocales.vite({ locales: ['en-US'] }),
    oneLocale(),
    formulas(),
    lessons(),
    units(),
    firstFrame('/index.html'),
    outline('/index.html'),
    preloadFont(),
    preload('/index.html', {
      modules: ['/src/page.tsx', '/generated/catalogue.json'],
      worker: 'worker',
      fetched: { name: 'ackscope_bg.wasm', type: 'application/wasm' },
    }),
    contentSecurityPolicy(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Every browser that this target supports knows modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['index.html', 'embed.html', 'examples.html'],
      // A group includes its dependencies. Without groups, every set of modules shared by the same
      // pages becomes its own file: fifty small files at the first load, while a browser asks a
      // plain server for only six at a time.
      output: {
        codeSplitting: {
          groups: [
            // The page of examples is text and loads no part of the lab.
            { name: 'common', test: /vite\/preload-helper|\/(base|tokens)\.css$/, priority: 3 },
            // A small group, because it starts the run. The entry script is not in it, because the
            // widget needs these modules too.
            {
              name: 'begin',
              test: /\/app\/src\/(lab\/createLab|site\/savedTheme)\.ts$|\/engine\/src\/(client|compileEarly)\.ts$/,
              priority: 2,
            },
            { name: 'lab', test: /\/app\/src\/page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
