// Finds a Chromium for the browser tests, or installs one in any way that works.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot, which } from './paths.mjs';
import { ask, attempt, nodeModule } from './run.mjs';
import { Trouble } from './terminal.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  `${homedir()}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
];

/** @param {string | null | undefined} path @returns {path is string} */
const answers = (path) => typeof path === 'string' && existsSync(path) && ask(path, ['--version']) !== null;

/** A browser that prints its version may still lack a library or a sandbox: it must read a page. */
function reads(/** @type {string} */ path) {
  const profile = mkdtempSync(join(tmpdir(), 'ackscope-chromium-'));
  try {
    const args = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${profile}`,
      '--dump-dom',
    ];
    const page = 'data:text/html,<p>alive';
    return String(spawnSync(path, [...args, page], { timeout: 30_000 }).stdout).includes('alive');
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The path of Playwright's own browser, whether it exists or not. */
function playwrights() {
  try {
    const require = createRequire(fromRoot('e2e/package.json'));
    const { chromium } = /** @type {typeof import('@playwright/test')} */ (require('@playwright/test'));
    return chromium.executablePath();
  } catch {
    return null;
  }
}

/**
 * The first usable Chromium. `good` is an additional check.
 *
 * @param {(path: string) => boolean} [good]
 * @returns {string | null}
 */
export function findChromium(good = () => true) {
  const given = process.env.CHROMIUM;
  if (given !== undefined && given !== '') {
    if (answers(given) && good(given)) return given;
    throw new Trouble(
      `CHROMIUM is ${given}, but that does not start. Correct it, or unset it to have one looked for.`,
    );
  }
  for (const path of [...NAMES.map(which), ...APPLICATIONS, playwrights()]) {
    if (answers(path) && good(path)) return path;
  }
  return null;
}

/** The ways to install one, with their commands. */
function ways() {
  const become = process.getuid?.() === 0 ? [] : which('sudo') === null ? null : ['sudo', '-n'];
  /** @type {{ name: string, commands: string[][], sensible?: () => boolean }[]} */
  const list = [
    {
      name: 'Playwright’s own download',
      commands: [[process.execPath, nodeModule('@playwright/test/cli.js'), 'install', 'chromium']],
    },
  ];
  if (become === null) return list;
  list.push({
    name: 'the libraries that Playwright’s own needs',
    commands: [
      [...become, process.execPath, nodeModule('@playwright/test/cli.js'), 'install-deps', 'chromium'],
    ],
    sensible: () => existsSync(playwrights() ?? ''),
  });
  const managers = /** @type {const} */ ([
    ['apt-get', [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]],
    ['dnf', [['install', '-y', 'chromium']]],
    ['apk', [['add', 'chromium']]],
    ['pacman', [['-S', '--noconfirm', 'chromium']]],
    ['zypper', [['--non-interactive', 'install', 'chromium']]],
  ]);
  for (const [manager, calls] of managers) {
    if (which(manager) === null) continue;
    list.push({
      name: `the distribution’s package (${manager})`,
      commands: calls.map((call) => [...become, manager, ...call]),
    });
  }
  return list;
}

/** The line of an installer's output that names the reason. @param {string} output */
function reason(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    lines.findLast((line) => /^(E:|\w*error\b)/i.test(line)) ?? lines.at(-1) ?? 'it failed without a word'
  );
}

/**
 * @param {(line: string) => void} progress
 * @returns {Promise<{ path: string, how: string }>}
 */
export async function ensureChromium(progress) {
  const found = findChromium(reads);
  if (found !== null) return { path: found, how: 'found' };
  const tried = [
    `Looked for ${NAMES.join(', ')} on PATH and for Playwright’s own: none of them opens a page.`,
  ];
  for (const { name, commands, sensible } of ways()) {
    if (sensible?.() === false) continue;
    /** @type {string | null} */
    let failure = null;
    for (const [command = '', ...args] of commands) {
      progress(`${name}: ${[command, ...args].join(' ')}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { code, output } = await attempt(command, args, { progress, env });
      if (code !== 0) failure = reason(output);
    }
    const path = findChromium(reads);
    if (path !== null) return { path, how: name };
    tried.push(`${name}: ${failure ?? 'was installed, but does not start'}`);
  }
  throw new Trouble(
    'There is no Chromium for the browser tests, and none could be installed.\n' +
      tried.map((line) => `  - ${line}`).join('\n') +
      '\nInstall Chromium or Chrome yourself, or set CHROMIUM to the path of one, and run `npm test -- e2e`.',
  );
}
