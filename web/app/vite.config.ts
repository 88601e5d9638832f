import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { POLICY } from '../tools/policy.mjs';
import { english } from './vite/english.ts';
import { formulas } from './vite/formulas.ts';
import { lessons } from './vite/lessons.ts';
import { preload } from './vite/preload.ts';

/** In the built page only: the development server writes an inline script of its own. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'ackscope-csp',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
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
    english(),
    formulas(),
    lessons(),
    preload('/index.html', '/src/page.tsx'),
    contentSecurityPolicy(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: ['index.html', 'embed.html', 'examples.html'] },
  },
});
