import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeServiceWorker } from '../offline.mjs';
import { onePage } from '../single.mjs';

/** @type {string} */
let folder;
/** @param {string} name @param {string} text */
const put = (name, text) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ackscope-site-'));
  mkdirSync(join(folder, 'assets'));
  put('icon.svg', '<svg/>');
  put('assets/a.js', 'const close = "</script>$&";');
  put('assets/a.css', 'p { color: red }');
});
afterEach(() => rmSync(folder, { recursive: true }));

const HEAD = `<link rel="icon" type="image/svg+xml" href="./icon.svg" /><link rel="manifest" href="./site.webmanifest" />
<script type="module" crossorigin src="./assets/a.js"></script><link rel="stylesheet" crossorigin href="./assets/a.css">`;

it('puts script, styles and icon into the page, under a policy that names that script', () => {
  put('index.html', `<html><head>${HEAD}</head><body></body></html>`);
  const page = onePage(folder, join(folder, 'icon.svg'));
  expect(page).not.toMatch(/(src|href)="\./);
  expect(page).toContain('<style>p { color: red }</style>');
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(script).toBe('const close = "<\\/script>$&";');
  expect(page).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});

it('refuses a page that would still ask for a file', () => {
  put('index.html', `<html><head>${HEAD}<link rel="preload" href="./other.js"></head><body></body></html>`);
  expect(() => onePage(folder, join(folder, 'icon.svg'))).toThrow('./other.js');
});

it('gives the service worker a list of all files, and a version that follows their content', () => {
  put('index.html', '<html></html>');
  const source = join(folder, 'icon.svg');
  const write = () => {
    writeServiceWorker(folder, source, ['icon.svg']);
    return readFileSync(join(folder, 'sw.js'), 'utf8');
  };
  const first = write();
  expect(first).toContain('const FILES = ["assets/a.css","assets/a.js","index.html"];');
  expect(write()).toBe(first);
  put('assets/a.js', '');
  expect(write()).not.toBe(first);
});
