import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dist } from './paths.mjs';
import { Trouble, say } from './terminal.mjs';

// The size of a first visit, and its budget, so that the page does not grow unnoticed. The budget
// allows plain code: the standard library and serde instead of our own readers and writers. Of the
// engine, 235 kB were for the papers' models. The rest is for ECN and L4S; current senders, links
// and applications; BBRv3; ns-2's order of events and its TCP/Linux agent packet by packet (4 kB);
// its random numbers and its clock of delayed ACKs (3 kB), and a short way for an instant with one
// event (0.2 kB); the modules of Hybla and Veno in whole numbers (1 kB); BBR as tcp_bbr.c has
// it, delays that change, phases of an application, lanes compiled one by one and the waiting times
// of a call (22 kB); bursts of hosts and the filters of scripts (3 kB);
// the laws of ns-2 in a crate of their own, whose tables and texts stand beside the engine's, and the
// recoveries of its agents as objects (3 kB); errors that name item, line and unit, and the limit of
// events (5 kB);
// and the machine that runs scripts and evaluates expressions (their compiler is in the second module).
// The tables of mechanisms and of what others must know of algorithms are 1.6 kB, the delays of TCP
// flows 0.3 kB.

/**
 * In kB, gzip. What counts for a visitor is the first curve (`npm run bench:page`); 30 kB are given for
 * plain forms in place of tricks that saved less than 5 kB each, and 9 kB of the engine for what makes
 * its numbers right. 3 kB more are the kernel's rules for receivers and timers, the start SEARCH, and
 * the texts of doors and marks. 2 kB of the engine are rates that a model draws,
 * 1 kB is the site for students and the page that names an unknown word. 21 kB of the engine are QUIC: its packets,
 * loss detection, timer and ACK frames, the steps of its ACKs beside those of TCP, and the readers of its keys. 4 kB of
 * the engine and 1 kB of texts are the starts Careful Resume, Rapid Start and Jump Start, with nine decisions that
 * explain them. 1 kB are single keys that can be set off (WCAG 2.1.4), a search that rests while a lane plays, and the words of a
 * row in later lanes. 1 kB of the engine are packets of a capture as events of their own, so that runs without one do not pay.
 * 1 kB are the bars of a change.
 */
export const BUDGET = { firstLoad: 666, wasm: 426, widget: 7 };

/** Modules that the lab requests on its own as soon as possible, by their file names. */
const AT_ONCE = ['lab', 'catalogue', '_virtual_formulas'];

const WIDGET = ['ackscope-embed.js', 'ackscope-parts.js'];
const ASSET = /[\w.-]+\.(?:js|css|wasm|woff2)/;
const NAMED = new RegExp(`(["'\`])(?:\\./|assets/)?(${ASSET.source})\\1`, 'g');
const DYNAMIC = /import\((["'`])\.\/([\w.-]+)\1\)\s*,\s*__vite__mapDeps\(\[([\d,]*)\]\)/g;
const MAP = /m\.f\s*=\s*\[([^\]]*)\]/;

/** @param {string} file @returns {string} its name without the hash */
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');

/**
 * The files of the lab's first load: those named in its HTML, those imported by these scripts, and
 * those they request at once.
 *
 * @param {string} site
 * @returns {string[]} paths below the site
 */
export function firstLoad(site) {
  const assets = new Set(readdirSync(join(site, 'assets')));
  const html = readFileSync(join(site, 'index.html'), 'utf8');
  /** @type {Set<string>} */
  const found = new Set();
  // Assets that the HTML contains inline are not loaded again.
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

/** Names of the files that a script loads when it runs. @param {string} script */
function askedFor(script) {
  const named = [...(MAP.exec(script)?.[1] ?? '').matchAll(NAMED)].map(([, , file]) => file ?? '');
  /** @type {string[]} */
  const wanted = [];
  // Removes dynamic imports with their lists of dependencies; files named in the rest are needed at
  // once.
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
 * Measures the built site and fails if it exceeds its budget.
 *
 * @param {string} [site]
 * @returns {string} the sizes, in a sentence
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
