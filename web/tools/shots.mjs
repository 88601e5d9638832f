import './node-version.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from './chromium.mjs';
import { dist, fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { listen, staticServer } from './serve.mjs';
import { SIZES } from './sizes.mjs';
import { pageStates } from './states.mjs';
import { Trouble, main, say, step } from './terminal.mjs';

// Screenshots of every page at every size, in light and dark, on contact sheets.

const HELP = `npm run shots [-- WORDS]

Builds the page and makes screenshots of every page and state at twelve sizes, light and dark, with a contact sheet for each page, in
e2e/test-results/shots. WORDS choose some: names of pages, sizes, light or dark, as in \`npm run shots -- trigger 390x844 dark\`.
--built takes the page as it was built last.`;

const SCHEMES = /** @type {const} */ (['light', 'dark']);

/** @typedef {import('@playwright/test').Page} Page */

/** Presses a button. @param {string | RegExp} name @returns {(page: Page) => Promise<void>} */
const press = (name) => (page) => page.getByRole('button', { name }).first().press('Enter');

/** Opens the scenario menu; a phone on its side has none. @param {Page} page */
async function openMenu(page) {
  const button = page.getByRole('button', { name: /^Scenario:/ }).first();
  if (await button.isVisible()) await button.press('Enter');
}

/** The end of the first question's past. */
const ASKED = '[data-time-s="20"]';

/** Answers the first question: the answer plays to its end. @param {Page} page */
async function answer(page) {
  await page.locator(ASKED).waitFor({ timeout: RUNS_MS });
  await page.keyboard.press('2');
}

/**
 * Pages and states: the address, what is pressed, until when it is waited, and whether another size closes it again.
 *
 * @type {readonly {
 *   name: string, hash: string, file?: string, keys?: string[],
 *   act?: (page: Page) => Promise<void>, until?: string, isClosing?: boolean,
 * }[]}
 */
const PAGES = [
  { name: 'opening', hash: '', until: ASKED },
  { name: 'answered', hash: '', act: answer, until: '[data-note]' },
  { name: 'bars', hash: '#v1/gm04-table1?t=400', act: press('Show why'), until: '[data-part=cause]' },
  { name: 'story', hash: '#v1/gm04-table1?t=76&lane=newreno&story=75.842252', until: '[data-step]' },
  { name: 'everyday', hash: '#v1/everyday-call?t=45', until: '[data-note]' },
  {
    name: 'menu',
    hash: '#v1/gm04-table1?t=379.2',
    act: openMenu,
    until: '[role=dialog]',
    isClosing: true,
  },
  { name: 'inspector', hash: '#v1/gm04-table1?t=379.2', keys: ['i'] },
  {
    name: 'lesson-answered',
    hash: '#lesson/sawtooth?step=2',
    act: press('I don’t know'),
  },
  { name: 'lecture', hash: '#lesson/sawtooth?step=2&lecture' },
  {
    name: 'widget',
    file: 'embed.html?controls=title,question,knobs,why,play,scrub,speed,results',
    hash: '#v1/gm04-table1?t=400',
  },
  { name: 'lab', hash: '#v1/gm04-table1?t=379.2' },
  { name: 'lab-ended', hash: '#v1/gm04-table1?t=1000&seed=2' },
  { name: 'one-chart', hash: '#v1/gm04-table1?t=379.2&charts=overlay' },
  { name: 'six-lanes', hash: '#v1/gm04-table1?t=379.2&compare=newreno,vegas,westwood+,cubic,bbr,htcp' },
  { name: 'question', hash: '' },
  { name: 'why', hash: '#v1/gm04-table1?t=379.2', keys: [']'] },
  { name: 'cursors', hash: '#v1/gm04-table1?t=142&zoom=60..160&cursors=85.7..117.7,cwnd,41.7..83.5' },
  { name: 'trigger', hash: '#v1/gm04-table1?t=379.2&trigger=loss,all,traffic' },
  { name: 'packets', hash: '#v1/gm04-table1?t=347.9&zoom=347.5..349&rows=cwnd,queue,sequence' },
  { name: 'present', hash: '#v1/gm04-table1?t=379.2', keys: ['p'] },
  ...pageStates().map(([name, hash]) => ({ name, hash })),
];

/** Every size, and those of a lecture hall and of a large desk. */
const SHOWN = [...SIZES, /** @type {const} */ ([1920, 1080]), /** @type {const} */ ([2560, 1440])];

/** The page settles within this time once its runs are done. */
const SETTLES_MS = 1500;
const RUNS_MS = 60_000;
const SHOWN_PX = 420;

/** @param {string} name @param {string} scheme @param {string[]} files */
function sheet(name, scheme, files) {
  const pictures = files.map(
    (file) =>
      `<figure><img src="${file}" alt=""><figcaption>${file.replace(/^.*-(\d+x\d+).*$/, '$1')}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${name}, ${scheme}</title>
<style>body{margin:16px;font:14px system-ui;background:#888}main{display:flex;flex-wrap:wrap;gap:16px;align-items:start}
figure{margin:0}img{max-width:${String(SHOWN_PX)}px;max-height:${String(SHOWN_PX)}px;display:block}</style>
<h1>${name}, ${scheme}</h1><main>${pictures.join('')}</main>`;
}

main(async () => {
  const words = process.argv.slice(2);
  if (words.includes('--help')) {
    say(HELP);
    return;
  }
  const wanted = words.filter((word) => !word.startsWith('--'));
  const sizeWords = wanted.filter((word) => /^\d+x\d+$/.test(word));
  /** @type {string[]} */
  const schemeWords = wanted.filter((word) => word === 'light' || word === 'dark');
  const pageWords = wanted.filter((word) => !sizeWords.includes(word) && !schemeWords.includes(word));
  const unknown = pageWords.find((word) => !PAGES.some(({ name }) => name === word));
  if (unknown !== undefined)
    throw new Trouble(`There is no page ${unknown}. Pages: ${PAGES.map(({ name }) => name).join(', ')}.`);
  const pages = PAGES.filter(({ name }) => pageWords.length === 0 || pageWords.includes(name));
  const sizes = SHOWN.filter((size) => sizeWords.length === 0 || sizeWords.includes(size.join('x')));
  const schemes = SCHEMES.filter(
    (scheme) => schemeWords.length === 0 || schemeWords.some((word) => word === scheme),
  );

  if (!words.includes('--built')) await buildAll();
  const executablePath = findChromium();
  if (executablePath === null) throw new Trouble('There is no Chromium. CHROMIUM may name one.');
  const { chromium } = await import('@playwright/test');
  const server = staticServer({ '/': dist });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  const out = fromRoot('e2e/test-results/shots');
  if (pageWords.length === 0) rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const browser = await chromium.launch({ executablePath });
  try {
    for (const { name, hash, file = '', keys = [], act, until, isClosing } of pages) {
      await step({ title: name, why: `${String(sizes.length)} sizes` }, async (progress) => {
        for (const scheme of schemes) {
          const context = await browser.newContext({
            colorScheme: scheme,
            viewport: { width: 1440, height: 900 },
          });
          const page = await context.newPage();
          await page.goto(`http://127.0.0.1:${String(port)}/${file}${hash}`);
          if (hash === '' || hash.startsWith('#v1/'))
            await page.locator('[data-run-state="done"]').waitFor({ state: 'attached', timeout: RUNS_MS });
          for (const key of keys) await page.keyboard.press(key);
          await act?.(page);
          if (until !== undefined)
            await page.locator(until).first().waitFor({ state: 'attached', timeout: RUNS_MS });
          /** @type {string[]} */
          const files = [];
          for (const [width = 0, height = 0] of sizes) {
            await page.setViewportSize({ width, height });
            await page.waitForTimeout(SETTLES_MS);
            if (isClosing === true && (await page.locator(until ?? '').count()) === 0) await act?.(page);
            const file = `${name}-${scheme}-${String(width)}x${String(height)}.png`;
            await page.screenshot({ path: join(out, file), scale: 'css' });
            files.push(file);
            progress(file);
          }
          const index = join(out, `${name}-${scheme}.html`);
          writeFileSync(index, sheet(name, scheme, files));
          await page.setViewportSize({ width: 1800, height: 900 });
          await page.goto(pathToFileURL(index).href);
          await page.screenshot({ path: join(out, `sheet-${name}-${scheme}.png`), fullPage: true });
          await context.close();
        }
      });
    }
  } finally {
    await browser.close();
    server.close();
  }
  say(`Contact sheets: ${out}/sheet-*.png`);
});
