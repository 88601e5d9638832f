/**
 * Course pages as authors build them: the pages of e2e/hosts with the widget's real address, and an
 * article built from MDX. notebook.html was made from notebook.ipynb by `jupyter nbconvert --to
 * html --template basic`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { evaluate } from '@mdx-js/mdx';
import { createElement } from 'react';
import { npm } from '../../web/tools/packages.mjs';
import { nodeModule, run } from '../../web/tools/run.mjs';
import { packWidget } from '../../web/tools/widget-package.mjs';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';

/** Placeholder for the lab's address in the pages. */
const PLACEHOLDER = 'https://ackscope.example/';

/** Writes the pages into `to`; they load the widget from `lab`. */
export async function buildHosts(from: string, to: string, lab: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(to, name), text.replaceAll(PLACEHOLDER, lab));
  };
  // Browsers request a favicon for every page.
  write('favicon.ico', '');
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8');
    if (name.endsWith('.html')) write(name, text);
    if (name.endsWith('.mdx')) write(name.replace(/mdx$/, 'html'), await articleOf(text));
  }
}

async function articleOf(mdx: string): Promise<string> {
  const { default: Article } = await evaluate(mdx, runtime);
  const body = renderToStaticMarkup(createElement(Article));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Article</title><link rel="icon" href="data:,"><script type="module" src="${PLACEHOLDER}ackscope-embed.js"></script></head><body>${body}</body></html>`;
}

/** The code of an author with a bundler: an import of the package, and the element. */
const PACKAGE_USE = `import '@ackscope/embed';
import { connect } from '@ackscope/embed/client';
import type { Client } from '@ackscope/embed/client';

const element = document.createElement('ackscope-lab');
element.setAttribute('home', '${PLACEHOLDER}');
element.setAttribute('scenario', 'sawtooth');
element.setAttribute('title', 'From the package');
document.body.append(element);
element.addEventListener('ackscope-result', ({ detail }) => {
  const goodput: number | null | undefined = detail.lanes[0]?.windows[0]?.goodputBps;
  document.title = String(goodput);
});
document.addEventListener('ackscope-event', ({ detail }) => {
  const rule: string = detail.rule;
  document.title = rule;
});
const client: Client | null = element.client;
export const spoken = connect;
export { client };
`;

/** Builds a page with the widget's package, installed from its tarball. Throws on type errors. */
export async function buildPackageHost(to: string, lab: string): Promise<void> {
  const folder = join(to, 'package');
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text.replaceAll(PLACEHOLDER, lab));
  };
  const tarball = await packWidget(join(to, 'tarball'));
  write('package.json', JSON.stringify({ name: 'course', private: true, type: 'module' }));
  await npm(['install', tarball, '--offline', '--no-audit', '--no-fund'], () => undefined, folder);
  write('main.ts', PACKAGE_USE);
  write(
    'index.html',
    '<!doctype html><title>Course</title><link rel="icon" href="data:,"><body><script type="module" src="./main.ts"></script>',
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
  };
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] }, files: ['main.ts'] }),
  );
  await run(process.execPath, [nodeModule('typescript/bin/tsc')], { cwd: folder });
  await run(process.execPath, [nodeModule('vite/bin/vite.js'), 'build', '--base', './'], { cwd: folder });
}

/** The folder of reveal.js's own files. */
export function revealFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('reveal.js/reveal.css'));
}
