import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from './paths.mjs';
import { Trouble, say } from './terminal.mjs';

// What a first visit loads, and the most that it may load, so that the page does not grow unseen.
// The budget leaves room for plain code: the standard library and serde instead of readers and
// writers of our own. Of the engine, 235 kB were the papers' world; ECN and L4S, a sender, links and
// applications of today, BBRv3, ns-2's order of events and its TCP/Linux agent packet by packet
// (4 kB; Hybla's and Veno's modules in whole numbers 1), and the machine that runs scripts (without their compiler, which the second module has)
// make the rest.

/** In kB, gzip. */
export const BUDGET = { firstLoad: 563, wasm: 342, widget: 10 };

/** Modules that the lab asks for by itself as soon as it can, by the names of their files. */
const AT_ONCE = ['lab', 'catalogue', '_virtual_formulas'];

const WIDGET = ['ackscope-embed.js', 'ackscope-parts.js'];
const ASSET = /[\w.-]+\.(?:js|css|wasm|woff2)/;
const NAMED = new RegExp(`(["'\`])(?:\\./|assets/)?(${ASSET.source})\\1`, 'g');
const DYNAMIC = /import\((["'`])\.\/([\w.-]+)\1\)\s*,\s*__vite__mapDeps\(\[([\d,]*)\]\)/g;
const MAP = /m\.f\s*=\s*\[([^\]]*)\]/;

/** @param {string} file @returns {string} its name without the hash */
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');

/**
 * The files of the lab's first load: what its HTML names, what those scripts import, and what they
 * ask for at once.
 *
 * @param {string} site
 * @returns {string[]} paths below the site
 */
export function firstLoad(site) {
  const assets = new Set(readdirSync(join(site, 'assets')));
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  /** @type {Set<string>} */
  const found = new Set();
  // What the HTML holds itself is not loaded once more.
  for (const [, file] of html.matchAll(/ disabled href="\.\/assets\/([^"]+)"/g)) assets.delete(file ?? '');
  const waiting = [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+)"/g)].map(([, file]) => file ?? '');
  while (waiting.length > 0) {
    const file = waiting.pop() ?? '';
    if (!assets.has(file) || found.has(file)) continue;
    found.add(file);
    if (file.endsWith('.js')) waiting.push(...askedFor(readFileSync(join(site, 'assets', file), 'utf8')));
  }
  return ['index.html', ...[...found].sort().map((file) => `assets/${file}`)];
}

/** Names of files that a script loads when it runs. @param {string} script */
function askedFor(script) {
  const named = [...(MAP.exec(script)?.[1] ?? '').matchAll(NAMED)].map(([, , file]) => file ?? '');
  /** @type {string[]} */
  const wanted = [];
  // What is asked for later is taken out, with the list of what it needs; what is named in the rest
  // is needed now.
  const rest = script
    .replace(MAP, '')
    .replace(DYNAMIC, (_, _quote, /** @type {string} */ file, /** @type {string} */ needs) => {
      if (AT_ONCE.includes(nameOf(file))) {
        wanted.push(file, ...needs.split(',').map((place) => named[Number(place)] ?? ''));
      }
      return '';
    });
  const plain = rest.replace(/import\((["'`])\.\/([\w.-]+)\1\)/g, (_, _quote, /** @type {string} */ file) => {
    if (AT_ONCE.includes(nameOf(file))) wanted.push(file);
    return '';
  });
  return [...wanted, ...[...plain.matchAll(NAMED)].map(([, , file]) => file ?? '')];
}

/** In kB. @param {string} path */
const weight = (path) => gzipSync(readFileSync(path), { level: 9 }).length / 1000;

/**
 * Weighs the built site and fails if it is above its budget.
 *
 * @param {string} [site]
 * @returns {string} what it weighs, in a sentence
 */
export function checkSize(site = dist) {
  const files = firstLoad(site).map((file) => ({ file, kB: weight(join(site, file)) }));
  const sum = (/** @type {typeof files} */ list) => list.reduce((total, { kB }) => total + kB, 0);
  const widget = WIDGET.map((file) => join(site, file)).filter((path) => existsSync(path));
  const found = {
    firstLoad: sum(files),
    wasm: sum(files.filter(({ file }) => file.endsWith('.wasm'))),
    widget: widget.reduce((total, path) => total + weight(path), 0),
  };
  if (found.wasm === 0)
    throw new Trouble('The first load has no engine in it: web/tools/size.mjs does not see it.');
  const parts = /** @type {(keyof typeof found)[]} */ (Object.keys(found));
  const text = parts
    .map((part) => `${part} ${String(Math.ceil(found[part]))} kB (budget ${String(BUDGET[part])})`)
    .join(', ');
  const above = parts.filter((part) => found[part] > BUDGET[part]);
  if (above.length > 0) {
    for (const { file, kB } of files.sort((a, b) => b.kB - a.kB))
      say(`  ${kB.toFixed(1).padStart(7)} kB  ${file}`);
    const limits = above.map((part) => `${part} ${String(BUDGET[part])} kB`).join(', ');
    throw new Trouble(`The page is heavier than its budget (${limits}), gzip: ${text}.`);
  }
  return text;
}
