import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';
import { run } from './run.mjs';
import { step } from './terminal.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean,
 *   peer?: boolean }} Entry
 */

/** @param {string} path @returns {Record<string, Entry>} */
function entries(path) {
  return /** @type {{ packages: Record<string, Entry> }} */ (JSON.parse(readFileSync(path, 'utf8'))).packages;
}

/**
 * Whether all packages are installed: compares npm's list in node_modules with the lock file.
 * @param {string} lock @param {string} installedList
 */
export function packagesAreCurrent(
  lock = fromRoot('package-lock.json'),
  installedList = fromRoot('node_modules/.package-lock.json'),
) {
  if (!existsSync(installedList)) return false;
  const installed = entries(installedList);
  return Object.entries(entries(lock)).every(
    ([path, entry]) =>
      !path.includes('node_modules/') ||
      entry.link === true ||
      entry.optional === true || // for other systems
      installed[path]?.version === entry.version,
  );
}

/**
 * Runs the npm that started this command, or the one on PATH.
 *
 * @param {readonly string[]} args
 * @param {(line: string) => void} progress
 * @param {string} [cwd]
 */
export function npm(args, progress, cwd) {
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const where = cwd === undefined ? {} : { cwd };
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') === true
    ? run(process.execPath, [script, ...args], { env, progress, ...where })
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env, progress, ...where });
}

/** Everything is needed here, even if the user's configuration omits it. */
const WHOLE = ['--include=dev', '--include=optional', '--include=peer'];

/** @type {import('./terminal.mjs').Job} */
export async function installPackages(progress) {
  if (packagesAreCurrent()) return 'up to date';
  await npm(['ci', '--no-audit', '--no-fund', '--loglevel=http', ...WHOLE], progress);
  return 'installed';
}

export async function ensurePackages() {
  await step(
    { title: 'npm packages', why: 'as in package-lock.json; the first time about half a minute' },
    installPackages,
  );
}
