// Fails where the repository has become heavier than weight.json allows: lines, styles, lists of
// pages, comments that say nothing. Who raises a maximum writes the reason beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './terminal.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** They cost most of the tests' time. A run counts them. */
export const PAGE_LOADS = 'page loads in npm test';

/** @typedef {{ what: string, most: number, why: string }} Maximum */
/** @typedef {{ path: string, text: string }} Source */

/** @returns {Maximum[]} */
export const maxima = () => JSON.parse(readFileSync(new URL('./weight.json', import.meta.url), 'utf8'));

const CODE = /\.(rs|ts|tsx|css|mjs|js|mts)$/;
const LEFT_OUT =
  /(^|\/)(node_modules|dist|pkg|target|generated|\.vite|tests?|benches)\/|(^|\/)tests\.rs$|\.test\./;

/** The files of a folder that are written by hand and are no tests. @param {string} folder @returns {Source[]} */
function sources(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => CODE.test(path) && !LEFT_OUT.test(path))
    .map((path) => ({ path, text: withoutTests(path, readFileSync(join(ROOT, path), 'utf8')) }));
}

/** A file of Rust ends with its tests. @param {string} path @param {string} text */
function withoutTests(path, text) {
  const at = path.endsWith('.rs') ? text.search(/^#\[cfg\(test\)\]\nmod \w+ \{/m) : -1;
  return at < 0 ? text : text.slice(0, at);
}

/** @param {string} text */
const linesOf = (text) => text.split('\n').length - 1;

/** Lines by package. @param {readonly Source[]} all @returns {Map<string, number>} */
function lines(all) {
  const by = new Map();
  for (const { path, text } of all) {
    const folder = path.split('/').slice(0, 2).join('/');
    const name = CODE.test(folder) ? path.split('/')[0] : folder;
    by.set(`lines in ${name}`, (by.get(`lines in ${name}`) ?? 0) + linesOf(text));
  }
  return by;
}

/** @param {readonly Source[]} all @returns {[string, number][]} */
function styles(all) {
  const css = all
    .filter(({ path }) => path.endsWith('.css'))
    .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, ''));
  const conditions = css.flatMap((text) => text.match(/@(?:media|container)[^{]*/g) ?? []);
  const widths = conditions.flatMap((text) => text.match(/width[^)]*?[\d.]+(?:em|rem|px)/g) ?? []);
  return [
    [
      'lines of CSS',
      css.reduce((sum, text) => sum + text.split('\n').filter((line) => line.trim() !== '').length, 0),
    ],
    [
      'declarations of CSS',
      css.reduce((sum, text) => sum + (text.match(/[\w-]+\s*:[^;{}]+;/g) ?? []).length, 0),
    ],
    ['widths in CSS', new Set(widths.map((text) => /[\d.]+(?:em|rem|px)$/.exec(text)?.[0])).size],
  ];
}

const PAGES = 'gallery lessons sweep theory write score teach'.split(' ');

/** Files that name most pages. @param {readonly Source[]} all */
const lists = (all) =>
  all.filter(({ text }) => PAGES.filter((page) => text.includes(`'${page}'`)).length >= 5).length;

/** Pairs of folders of the app that import one another. @param {readonly Source[]} app */
function circles(app) {
  const arrows = new Set();
  for (const { path, text } of app)
    for (const [, to = ''] of text.matchAll(/from '(\.\.?\/[^']+)'/g)) {
      const [from, target] = [path, posix.join(posix.dirname(path), to)].map((file) => file.split('/')[3]);
      if (from !== target) arrows.add(`${from} ${target}`);
    }
  return [...arrows].filter((arrow) => arrows.has(arrow.split(' ').reverse().join(' '))).length / 2;
}

/** A folder that holds everything has no owner. @param {readonly Source[]} app */
function largestFolder(app) {
  const count = new Map();
  for (const { path } of app) count.set(posix.dirname(path), (count.get(posix.dirname(path)) ?? 0) + 1);
  return Math.max(...count.values());
}

/** Comments of at most five words repeat the name below them. @param {readonly Source[]} all */
function shortDocs(all) {
  const docs = all.flatMap(({ path, text }) =>
    path.endsWith('.rs')
      ? (text.match(/(?:^[ \t]*\/\/\/.*\n)+/gm) ?? [])
      : (text.match(/\/\*\*(?:[^*]|\*(?!\/))*\*\//g) ?? []),
  );
  const words = (/** @type {string} */ doc) => doc.replace(/[/*]/g, ' ').split(/\s+/).filter(Boolean).length;
  return docs.filter((doc) => words(doc) <= 5).length;
}

/** What the repository weighs now. @returns {Map<string, number>} */
export function weights() {
  const core = sources('core');
  const web = sources('web');
  const app = web.filter(({ path }) => path.startsWith('web/app/src/'));
  return new Map([
    ...lines([...core, ...web]),
    ...styles(web),
    ['files in the largest folder of web/app/src', largestFolder(app)],
    ['pairs of folders of web/app that import one another', circles(app)],
    ['files that list the pages', lists([...web, ...sources('e2e')])],
    ['comments of five words or less', shortDocs([...core, ...web])],
  ]);
}

/** What is too heavy or has no maximum. @returns {string[]} */
export function tooHeavy(now = weights(), most = maxima()) {
  const known = new Map(most.map((one) => [one.what, one]));
  const faults = [];
  for (const [what, found] of now) {
    const one = known.get(what);
    if (one === undefined) faults.push(`${what}: ${found}, and web/tools/weight.json has no maximum for it`);
    else if (found > one.most)
      faults.push(
        `${what}: ${found}, at most ${one.most}. Take something out, or write in web/tools/weight.json why more is needed`,
      );
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const now = weights();
  const faults = tooHeavy(now);
  const most = new Map(maxima().map((one) => [one.what, one.most]));
  for (const [what, found] of now)
    say(`${String(found).padStart(7)} of ${String(most.get(what) ?? '-').padStart(7)}  ${what}`);
  for (const fault of faults) say(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
