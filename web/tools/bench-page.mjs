import './node-version.mjs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { dist } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { builtAt } from './old-build.mjs';
import { listen, staticServer } from './serve.mjs';
import { Trouble, bold, main, say } from './terminal.mjs';

// Speed of the built page in Chromium: when the first curve is on the screen, how evenly frames
// come during playback and zoom, and whether anything blocks the main thread. The figures are only
// meaningful on a quiet machine.

const HELP = `npm run bench:page -- [--against COMMIT]

Builds the page, opens it in Chromium and measures: the first curve after a cold load into an open window; the first curve and the bytes before it on
a slow phone, and the second visit there; frames and long tasks while the first run streams in, while three lanes with three rows play, while
they are zoomed, while six lanes in one chart are zoomed, and while a run of 1000 s streams in after a turn of a knob; from a turned knob to
another curve; and from a key in a script to another curve.

  --against COMMIT   builds that commit as well, measures both by turns and shows the ratio`;

const COLD_LOADS = 5;
const PHONE_LOADS = 3;
/** Lighthouse's slow phone: a processor 4 times slower, 1.6 Mbit/s, a round trip of 150 ms. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, bypassCSP: true };
const PHONE_SLOWDOWN = 4;
const PHONE_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** A new window keeps the browser itself busy for a second, which must not count for the page. */
const WINDOW_OPENS_MS = 2000;
const KNOB_TURNS = 20;
/** A run of 1000 s, with the clock near its end. */
const LONG_RUN = '#v1/gm04-table1?t=900';
const LONG_RUNS = 5;
/** Six lanes, which share one chart. */
const SIX_LANES = '#v1/gm04-table1?t=379.2&compare=newreno,vegas,westwood+,cubic,bbr,htcp';
const KEYS_TYPED = 10;
/** A constant at the end of a line: each key makes it longer or shorter and changes the curve. */
const SCRIPT = 'on avoidance { cwnd += steps / cwnd * 0.9';
const SCRIPT_LANE = '[data-lane="my-own"]';
const LONGEST_CHANGE_MS = 10_000;
/** The probe is evaluated as text in the page, which the page's own policy would refuse. */
const CONTEXT = { viewport: { width: 1440, height: 900 }, bypassCSP: true };

/** Runs before the page's scripts. Records the first curve, and on request frames and tasks. */
const PROBE = `
  window.bench = { firstCurveMs: null, frames: null, tasks: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.tasks.push([entry.startTime, entry.duration]);
  }).observe({ type: 'longtask', buffered: true });
  let last = 0;
  const small = new OffscreenCanvas(120, 60).getContext('2d', { willReadFrequently: true });
  /** The first curve of a lane as one number. */
  const print = (lane) => {
    const canvas = document.querySelector(lane + ' [data-row] canvas');
    if (canvas === null || canvas.width === 0) return 0;
    small.clearRect(0, 0, 120, 60);
    small.drawImage(canvas, 0, 0, 120, 60);
    return small.getImageData(0, 0, 120, 60).data.reduce((sum, value) => (Math.imul(sum, 31) + value) | 0, 7);
  };
  /** From the next key until another curve or a refusal: what never comes must not block. */
  window.bench.awaitChange = (longestMs, lane = '[data-lane]') => {
    const before = print(lane);
    window.bench.changed = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The curve is the same ' + longestMs + ' ms later.')), longestMs);
      window.addEventListener('keydown', ({ timeStamp: pressedMs }) => {
        // After each frame is painted: before that it is not known whether the page or this is
        // asked first in a frame.
        const frames = new MessageChannel();
        const next = () => requestAnimationFrame(() => frames.port2.postMessage(null));
        frames.port1.onmessage = () => {
          if (print(lane) !== before) resolve(performance.now() - pressedMs);
          else next();
        };
        next();
      }, { capture: true, once: true });
    });
  };
  const drawn = () => {
    for (const canvas of document.querySelectorAll('[data-lane] canvas')) {
      if (canvas.width < 50 || canvas.height < 30) continue;
      const copy = new OffscreenCanvas(60, 30);
      const context = copy.getContext('2d', { willReadFrequently: true });
      context.drawImage(canvas, 0, 0, 60, 30);
      if (context.getImageData(0, 0, 60, 30).data.some((value) => value !== 0)) return true;
    }
    return false;
  };
  // After what is painted in this frame, in whichever order the page and this asked for it.
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    if (window.bench.firstCurveMs === null && drawn()) window.bench.firstCurveMs = performance.now();
  };
  const step = (now) => {
    if (window.bench.firstCurveMs === null) painted.port2.postMessage(null);
    if (window.bench.frames !== null) window.bench.frames.push(now - last);
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
`;

/**
 * @typedef {{ frames: number, medianMs: number, p95Ms: number, longestMs: number,
 *   longTasks: number, longestTaskMs: number }} Watched
 */

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/**
 * Measures frames and long tasks during an action.
 *
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<void>} action
 * @returns {Promise<Watched>}
 */
async function watch(page, action) {
  await page.evaluate('window.bench.frames = []; window.bench.tasks = [];');
  await action();
  const { frames, tasks } = /** @type {{ frames: number[], tasks: [number, number][] }} */ (
    await page.evaluate('({ frames: window.bench.frames.slice(1), tasks: window.bench.tasks })')
  );
  await page.evaluate('window.bench.frames = null');
  return {
    frames: frames.length,
    medianMs: quantile(frames, 0.5),
    p95Ms: quantile(frames, 0.95),
    longestMs: Math.max(...frames),
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks.map(([, duration]) => duration)),
  };
}

/** @param {string} what @param {Watched} seen */
function tell(what, seen) {
  const rate = (1000 / seen.medianMs).toFixed(0);
  say(
    `  ${what.padEnd(28)}${rate.padStart(4)} frames/s median   95 %: ${seen.p95Ms.toFixed(1)} ms   longest ${seen.longestMs.toFixed(0)} ms` +
      `   tasks over 50 ms: ${String(seen.longTasks)}${seen.longTasks > 0 ? ` (longest ${seen.longestTaskMs.toFixed(0)} ms)` : ''}`,
  );
}

/**
 * Moves the buffer's knob by one key, ten times, while the clock stands at the end, so that only
 * the curve changes.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>} milliseconds from the key to the first changed picture
 */
async function turnKnob(page) {
  const knob = page.getByRole('slider', { name: 'Buffer', exact: true });
  /** @type {number[]} */
  const tookMs = [];
  for (let turn = 0; turn < KNOB_TURNS; turn += 1) {
    await page.locator('[data-run-state="done"]').waitFor({ state: 'attached' });
    await knob.focus();
    // Awaited before the key is sent: input overtakes a script that is still on its way to the
    // page.
    await page.evaluate(`window.bench.awaitChange(${String(LONGEST_CHANGE_MS)})`);
    await page.keyboard.press(turn % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    tookMs.push(Number(await page.evaluate('window.bench.changed')));
  }
  return tookMs;
}

/**
 * Turns a knob and waits for the end of the run, some times.
 *
 * @param {import('@playwright/test').Page} page
 */
async function streamIn(page) {
  const isDone = page.locator('[data-run-state="done"]');
  await isDone.waitFor({ state: 'attached' });
  await page.getByRole('slider', { name: 'Buffer', exact: true }).focus();
  for (let turn = 0; turn < LONG_RUNS; turn += 1) {
    await page.keyboard.press(turn % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    await page.locator('[data-run-state="running"]').waitFor({ state: 'attached' });
    await isDone.waitFor({ state: 'attached' });
  }
}

/**
 * Types a digit in a script and deletes it, ten times, while the clock stands at the end.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>} milliseconds from the key to the first changed picture
 */
async function typeScript(page) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(`${SCRIPT} }`);
  for (let left = 0; left < ' }'.length; left += 1) await page.keyboard.press('ArrowLeft');
  /** @type {number[]} */
  const tookMs = [];
  for (let typed = 0; typed < KEYS_TYPED; typed += 1) {
    await page.locator('[data-run-state="done"]').waitFor({ state: 'attached' });
    await page.evaluate(
      `window.bench.awaitChange(${String(LONGEST_CHANGE_MS)}, ${JSON.stringify(SCRIPT_LANE)})`,
    );
    await page.keyboard.press(typed % 2 === 0 ? '9' : 'Backspace');
    tookMs.push(Number(await page.evaluate('window.bench.changed')));
  }
  return tookMs;
}

/**
 * Moves the pointer over the middle of the first chart. Done before the measurement, because it
 * costs the page time.
 *
 * @param {import('@playwright/test').Page} page
 */
async function aim(page) {
  const box = await page.locator('[data-lane] canvas, [data-plot] canvas').first().boundingBox();
  if (box === null) throw new Trouble('There is no chart to zoom.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

/**
 * Zooms in and out at the pointer, about one notch per frame.
 *
 * @param {import('@playwright/test').Page} page
 */
async function zoom(page) {
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 240; turn += 1) {
    await page.mouse.wheel(0, Math.floor(turn / 60) % 2 === 0 ? -24 : 24);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  await page.keyboard.up('Control');
}

/**
 * @typedef {{ coldMs: number[], phoneMs: number[], phoneKB: number[], againMs: number[], turnsMs: number[], keysMs: number[] }} Times
 */

/** @type {Record<keyof Times, [title: string, unit: string]>} */
const UNITS = {
  coldMs: ['first curve, cold', 'ms'],
  phoneMs: ['first curve, slow phone', 'ms'],
  phoneKB: ['  loaded before it', 'kB'],
  againMs: ['  at the second visit', 'ms'],
  turnsMs: ['knob to changed curve', 'ms'],
  keysMs: ['key in a script to curve', 'ms'],
};

/**
 * Milliseconds until the first curve in a window that is open already.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} address
 * @param {(page: import('@playwright/test').Page) => Promise<void>} [slowDown]
 */
async function firstCurve(context, address, slowDown) {
  const page = await context.newPage();
  await page.waitForTimeout(WINDOW_OPENS_MS);
  await slowDown?.(page);
  await page.addInitScript(PROBE);
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction('window.bench.firstCurveMs !== null');
  const ms = Number(await page.evaluate('window.bench.firstCurveMs'));
  await page.close();
  return ms;
}

/**
 * A first and a second visit on a slow phone.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 */
async function phoneVisits(browser, address) {
  const context = await browser.newContext(PHONE);
  let bytes = 0;
  /** @param {import('@playwright/test').Page} page */
  const slowDown = async (page) => {
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', PHONE_NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
    client.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
  };
  const firstMs = await firstCurve(context, address, slowDown);
  const firstKB = bytes / 1000;
  const againMs = await firstCurve(context, address, slowDown);
  await context.close();
  return { firstMs, firstKB, againMs };
}

/**
 * A visit as long as a reader's: frames and tasks, knob and script.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {Times} times
 */
async function longVisit(browser, address, times) {
  const context = await browser.newContext(CONTEXT);
  const page = await context.newPage();
  await page.addInitScript(PROBE);
  await page.goto(address);
  await page.waitForFunction('window.bench.firstCurveMs !== null');
  tell(
    'while the first run comes',
    await watch(page, () => page.locator('[data-run-state="done"]').waitFor({ state: 'attached' })),
  );
  tell('playing 3 lanes, 3 rows', await watch(page, () => page.waitForTimeout(8000)));
  await aim(page);
  tell('zooming while it plays', await watch(page, () => zoom(page)));
  await page.keyboard.press('Space');
  tell('zooming while it stands', await watch(page, () => zoom(page)));
  await page.keyboard.press('0');
  await page.keyboard.press('End');
  times.turnsMs.push(...(await turnKnob(page)));
  // A page that is left open would draw beside the next one.
  await page.close();

  const long = await context.newPage();
  await long.addInitScript(PROBE);
  await long.goto(`${address}${LONG_RUN}`);
  await long.waitForFunction('window.bench.firstCurveMs !== null');
  tell('while runs of 1000 s come', await watch(long, () => streamIn(long)));
  await long.close();

  const six = await context.newPage();
  await six.addInitScript(PROBE);
  await six.goto(`${address}${SIX_LANES}`);
  await six.locator('[data-run-state="done"]').waitFor({ state: 'attached' });
  await aim(six);
  tell('zooming six lanes in one chart', await watch(six, () => zoom(six)));
  await six.close();

  const write = await context.newPage();
  await write.addInitScript(PROBE);
  await write.goto(`${address}#write`);
  await write.waitForFunction('window.bench.firstCurveMs !== null');
  await write.locator('[data-run-state="done"]').waitFor({ state: 'attached' });
  // An earlier build may have no editor yet.
  if ((await write.locator('.cm-content').count()) > 0) times.keysMs.push(...(await typeScript(write)));
  await context.close();
}

/**
 * Shows the medians of all builds, and the ratio of the first to the second.
 *
 * @param {{ name: string, times: Times }[]} measured
 * @param {(keyof Times)[]} keys
 */
function tellAll(measured, keys) {
  for (const key of keys) {
    const medians = measured.map(({ times }) => quantile(times[key], 0.5));
    const shown = measured.map(({ name, times }, at) => {
      const longest = Math.max(...times[key]).toFixed(0);
      return `${name} ${(medians[at] ?? NaN).toFixed(0)} ${UNITS[key][1]} (most ${longest})`;
    });
    const [own = NaN, other] = medians;
    const ratio = other === undefined ? '' : `   ratio ${(own / other).toFixed(2)}`;
    say(`  ${UNITS[key][0].padEnd(28)}${shown.join(', ')}${ratio}`);
  }
}

/** The commit after `--against`, or null. */
function against() {
  const { values } = parseArgs({ options: { against: { type: 'string' }, help: { type: 'boolean' } } });
  return values.against ?? null;
}

main(async () => {
  if (process.argv.includes('--help')) {
    say(HELP);
    return;
  }
  const old = against();
  await buildAll();
  const sites = [{ name: 'this build', folder: dist }];
  if (old !== null) sites.push({ name: old, folder: builtAt(old) });
  const executablePath = findChromium();
  if (executablePath === null) throw new Trouble('There is no Chromium. CHROMIUM may name one.');
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath });
  const measured = [];
  for (const { name, folder } of sites) {
    const server = staticServer({ '/': folder });
    const port = await listen(server, { port: 0, host: '127.0.0.1' });
    /** @type {Times} */
    const times = { coldMs: [], phoneMs: [], phoneKB: [], againMs: [], turnsMs: [], keysMs: [] };
    measured.push({ name, server, address: `http://127.0.0.1:${String(port)}/`, times });
  }
  try {
    say(bold('\nThe page in Chromium'));
    say(`  load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`);
    for (let load = 0; load < COLD_LOADS; load += 1) {
      for (const { address, times } of measured) {
        const context = await browser.newContext(CONTEXT);
        times.coldMs.push(await firstCurve(context, address));
        await context.close();
      }
    }
    for (let load = 0; load < PHONE_LOADS; load += 1) {
      for (const { address, times } of measured) {
        const { firstMs, firstKB, againMs } = await phoneVisits(browser, address);
        times.phoneMs.push(firstMs);
        times.phoneKB.push(firstKB);
        times.againMs.push(againMs);
      }
    }
    tellAll(measured, ['coldMs', 'phoneMs', 'phoneKB', 'againMs']);
    for (const { name, address, times } of measured) {
      say(bold(`  ${name}`));
      await longVisit(browser, address, times);
    }
    tellAll(measured, ['turnsMs', 'keysMs']);
  } finally {
    await browser.close();
    for (const { server } of measured) server.close();
  }
});
