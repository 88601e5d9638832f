import './node-version.mjs';
import { loadavg } from 'node:os';
import { findChromium } from './chromium.mjs';
import { dist } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { listen, staticServer } from './serve.mjs';
import { Trouble, bold, main, say } from './terminal.mjs';

// How long a key of a lecture takes until the next moment is laid out, in the room and in the notes. The goal is
// 100 ms in both. The figures are only meaningful on a quiet machine.

/** The lecturer speaks so long, and a run that begins has ended. */
const SPEAKS_MS = 2000;

/** Runs in both windows of a lecture: when which moment is laid out, by one clock. */
const LECTURE_PROBE = `
  window.moments = {};
  window.pressedMs = 0;
  const now = () => performance.timeOrigin + performance.now();
  let moment = '';
  new MutationObserver(() => {
    const { step, phase } = document.querySelector('[data-lecture], [data-notes]')?.dataset ?? {};
    const is = step + ' ' + phase;
    if (is === moment) return;
    moment = is;
    // Laid out: a window that another one hides paints nothing, and two windows are rarely on one screen.
    document.documentElement.getBoundingClientRect();
    window.moments[moment] ??= now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-phase', 'data-step'] });
  window.addEventListener('keydown', ({ timeStamp }) => { window.pressedMs = performance.timeOrigin + timeStamp; }, true);
`;

/** The moments of the lesson after its first one. */
const MOMENTS = [
  '1 shown',
  '1 named',
  '2 asked',
  '2 shown',
  '2 named',
  '3 asked',
  '3 shown',
  '4 asked',
  '4 shown',
];

/**
 * Goes through a lecture with its notes open, one key a moment.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 * @returns {Promise<{ room: number[], notes: number[] }>} milliseconds from the key to the layout of the next moment
 */
async function lecture(context, address) {
  const room = await context.newPage();
  await room.goto(`${address}#lesson/sawtooth?lecture`);
  await room.locator('[data-lecture]').waitFor();
  await room.evaluate(LECTURE_PROBE);
  const [notes] = await Promise.all([room.waitForEvent('popup'), room.keyboard.press('n')]);
  await notes.locator('[data-notes][data-phase="asked"]').waitFor();
  await notes.evaluate(LECTURE_PROBE);
  /** @type {{ room: number[], notes: number[] }} */
  const tookMs = { room: [], notes: [] };
  for (const moment of MOMENTS) {
    await room.waitForTimeout(SPEAKS_MS);
    await room.keyboard.press('PageDown');
    const pressedMs = Number(await room.evaluate('window.pressedMs'));
    for (const [name, page] of /** @type {const} */ ([
      ['room', room],
      ['notes', notes],
    ])) {
      // A hidden window has no frames to wait for.
      const seen = await page.waitForFunction(`window.moments[${JSON.stringify(moment)}]`, null, {
        polling: 20,
      });
      tookMs[name].push(Number(await seen.jsonValue()) - pressedMs);
    }
  }
  return tookMs;
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

main(async () => {
  await buildAll();
  const executablePath = findChromium();
  if (executablePath === null) throw new Trouble('There is no Chromium. CHROMIUM may name one.');
  const { chromium } = await import('@playwright/test');
  const server = staticServer({ '/': dist });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({ executablePath });
  try {
    say(bold('\nPageDown in a lecture, in Chromium'));
    say(`  load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
    // The projector of a hall. The probe is evaluated as text, which the page's own policy would refuse.
    const hall = await browser.newContext({ viewport: { width: 1920, height: 1080 }, bypassCSP: true });
    for (const [name, took] of Object.entries(await lecture(hall, `http://127.0.0.1:${String(port)}/`)))
      say(
        `  ${name.padEnd(6)} median ${quantile(took, 0.5).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms`,
      );
  } finally {
    await browser.close();
    server.close();
  }
});
