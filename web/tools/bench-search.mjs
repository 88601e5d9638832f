import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.mjs';
import { dist, fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { listen, staticServer } from './serve.mjs';
import { Trouble, bold, main, say } from './terminal.mjs';

// How many runs a second a sweep and a search make, natively and in the built page in Chromium. Wall time is that of a
// machine as busy as it is; processor time says what two free processors would do.

const HELP = `npm run bench:search -- [--program FILE]

Builds the program and the page, and measures runs a second of a sweep (10 s at 2 Mbit/s each) and of a search for what
breaks BBR, natively and in Chromium. The runs of a search are longer: it counts by its events how many of the sweep's
it is worth.

  --program FILE   this program of the command line, and the page as it is built`;

/** The fastest of so many counts. The first one in a page compiles its module. */
const TIMES = 4;
const SEEDS = 500;
const SEARCH_RUNS = 1500;
const LONGEST_MS = 300_000;
/** Three lanes of today's sender at two buffers. Now and then a packet is lost, so that no seed is like another. */
const [PRESET, LANES, AXIS, BUFFERS] = ['today-sawtooth', 3, 'hops.0.queue.capacity=20pkt,21pkt', 2];
/** @type {Record<string, string>} */
const CHANGES = {
  'hops.0.rate': '2Mbps',
  'hops.0.loss': '{"kind":"bernoulli","probability":0.001}',
};
/** @param {number} seeds */
const sweepHref = (seeds) => {
  const link = `v1/${PRESET}?${new URLSearchParams({ duration: '10s', ...CHANGES }).toString()}`;
  return `#sweep?${new URLSearchParams({ set: AXIS, seeds: String(seeds), of: link }).toString()}`;
};

/** Events of a run of the sweep, on average (`ackscope sweep --json`). */
const EVENTS_OF_A_RUN = 3700;

/** @typedef {{ runs: number, wallS: number, cpuS: number }} Cost */

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {number} [known] its runs; without, by its events
 * @returns {Cost}
 */
function natively(program, args, known) {
  const beganMs = performance.now();
  const { stdout, stderr, status } = spawnSync('sh', ['-c', '"$@" || exit; times', 'sh', program, ...args], {
    encoding: 'utf8',
  });
  const wallS = (performance.now() - beganMs) / 1000;
  // The last line has user and system time of what the shell ran.
  const parts = [...(stdout.trimEnd().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const runs = known ?? Number(/"events": (\d+)/.exec(stdout)?.[1]) / EVENTS_OF_A_RUN;
  if (status !== 0 || parts.length !== 2) throw new Trouble(`${program} ${args.join(' ')} failed: ${stderr}`);
  const cpuS = parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  return { runs, wallS, cpuS };
}

/** @param {string} what @param {readonly Cost[]} costs */
function tell(what, costs) {
  const { runs, wallS, cpuS } = costs.reduce((best, cost) =>
    best.cpuS / best.runs < cost.cpuS / cost.runs ? best : cost,
  );
  const rate = (/** @type {number} */ seconds) => (runs / seconds).toFixed(0).padStart(5);
  say(
    `  ${what.padEnd(24)}${rate(wallS)} runs/s as the machine was   ${rate(cpuS)} a second of one processor   ${rate(cpuS / 2)} of two`,
  );
}

/**
 * From a press or an address to the end of what it starts.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} state the attribute that says `done`
 * @param {number} runs
 * @param {() => Promise<unknown>} start
 * @returns {Promise<Cost>}
 */
async function inPage(page, state, runs, start) {
  const browser = page.context().browser();
  if (browser === null) throw new Trouble('The browser has gone.');
  const session = await browser.newBrowserCDPSession();
  // All threads of the page: its own and those of its workers.
  const cpu = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0);
  };
  const [beganMs, beganS] = [performance.now(), await cpu()];
  await start();
  await page.locator(`[${state}="done"]`).waitFor({ timeout: LONGEST_MS });
  const wallS = (performance.now() - beganMs) / 1000;
  const cost = { runs, wallS, cpuS: (await cpu()) - beganS };
  await session.detach();
  return cost;
}

main(async () => {
  const { values } = parseArgs({ options: { program: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    say(HELP);
    return;
  }
  if (values.program === undefined) {
    await buildAll();
    await ensureRust();
    await run('cargo', ['build', '--release', '--locked', '-p', 'ackscope-cli'], { echo: true });
  }
  const program = values.program ?? fromRoot('target/release/ackscope');
  const executablePath = findChromium();
  if (executablePath === null) throw new Trouble('There is no Chromium. CHROMIUM may name one.');
  const { chromium } = await import('@playwright/test');
  const server = staticServer({ '/': dist });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${String(port)}/`;
  const browser = await chromium.launch({ executablePath });
  try {
    say(bold(`\nRuns a second; load of the machine before: ${(loadavg()[0] ?? 0).toFixed(1)}`));
    const page = await browser.newPage();
    const own = ['sweep', PRESET, '--duration', '10s', '--set', AXIS].concat(
      Object.entries(CHANGES).flatMap(([path, value]) => ['--set', `${path}=${value}`]),
    );
    /** @type {Record<string, Cost[]>} */
    const costs = {};
    const add = (/** @type {string} */ what, /** @type {Cost} */ cost) => (costs[what] ??= []).push(cost);
    for (let time = 0; time < TIMES; time += 1) {
      // A finished sweep or search is kept: the next one has another seed.
      const [seeds, seed] = [SEEDS - time, String(1 + time)];
      const runs = LANES * BUFFERS * seeds;
      add('sweep, natively', natively(program, [...own, '--seeds', String(seeds)], runs));
      const toSweep = () => page.goto(address + sweepHref(seeds));
      add('sweep, page', await inPage(page, 'data-sweep', runs, toSweep));
      const most = String(SEARCH_RUNS);
      const search = natively(program, ['break', 'bbr', '--json', '--seed', seed, '--max-runs', most]);
      add('search, natively', search);
      await page.goto(`${address}#break/bbr?seed=${seed}&runs=${most}`);
      const press = () => page.getByRole('button', { name: 'Run the search' }).click();
      add('search, page', await inPage(page, 'data-break', search.runs, press));
    }
    for (const [what, all] of Object.entries(costs)) tell(what, all);
  } finally {
    await browser.close();
    server.close();
  }
});
