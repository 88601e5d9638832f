// The tests of core/python, in an environment of their own in target/python. Without Python or without a network
// they are left out, and a line says so: nothing else needs Python.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, fingerprint, isFresh, setStamp } from './fingerprint.mjs';
import { fromRoot, which } from './paths.mjs';
import { ask, attempt } from './run.mjs';

const HOME = fromRoot('target/python');
const ENVIRONMENT = join(HOME, 'environment');
const PACKAGE = fromRoot('core/python');
const WANTED = join(PACKAGE, 'tests/requirements.txt');
/** What is installed, as text. */
const INSTALLED = join(HOME, 'installed.txt');
const OLDEST = [3, 10];
/** Parts of `core` that the package does not contain. */
const NOT_IN_PACKAGE = new Set(
  'cli readers wasm wasm-analysis wasm-readers wasm-glue xtask goldens results'.split(' '),
);

/** A program of the environment. @param {string} name */
export const inside = (name) =>
  process.platform === 'win32' ? join(ENVIRONMENT, 'Scripts', `${name}.exe`) : join(ENVIRONMENT, 'bin', name);

const OPTIONS = {
  cwd: PACKAGE,
  env: {
    ...process.env,
    VIRTUAL_ENV: ENVIRONMENT,
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_TARGET_DIR: join(HOME, 'check'),
  },
};

/** The interpreter and its version, or why there is none. */
function interpreter() {
  for (const name of ['python3', 'python']) {
    if (which(name) === null) continue;
    const version = /^Python (\d+)\.(\d+)/.exec(ask(name, ['--version']) ?? '');
    const [major = 0, minor = 0] = (version ?? []).slice(1).map(Number);
    const [oldest = 0, least = 0] = OLDEST;
    if (major > oldest || (major === oldest && minor >= least)) return { name, missing: '' };
  }
  return { name: '', missing: `there is no Python ${OLDEST.join('.')} or newer` };
}

/**
 * Installs what the tests need, once. Returns why it cannot, or null.
 * @param {(line: string) => void} progress
 */
export async function ensureEnvironment(progress) {
  const wanted = readFileSync(WANTED, 'utf8');
  const known = existsSync(INSTALLED) ? readFileSync(INSTALLED, 'utf8') : '';
  if (known === wanted && existsSync(inside('python'))) return null;
  const { name, missing } = interpreter();
  if (missing !== '') return missing;
  mkdirSync(HOME, { recursive: true });
  const made = await attempt(name, ['-m', 'venv', '--clear', ENVIRONMENT], { progress });
  if (made.code !== 0) return `Python cannot make an environment (python3 -m venv): ${lastLine(made.output)}`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', WANTED];
  const installed = await attempt(inside('python'), pip, { progress });
  if (installed.code !== 0) return `pip cannot install ${WANTED}: ${lastLine(installed.output)}`;
  writeFileSync(INSTALLED, wanted);
  return null;
}

/**
 * Installs JupyterLab beside it. Returns why it cannot, or null.
 * @param {(line: string) => void} progress
 */
export async function ensureJupyterLab(progress) {
  const missing = await ensureEnvironment(progress);
  if (missing !== null || existsSync(inside('jupyter-lab'))) return missing;
  const wanted = join(PACKAGE, 'tests/jupyterlab.txt');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement', wanted];
  const installed = await attempt(inside('python'), pip, { progress });
  return installed.code === 0 ? null : `pip cannot install ${wanted}: ${lastLine(installed.output)}`;
}

/** @param {string} text */
const lastLine = (text) => text.trim().split('\n').at(-1) ?? '';

/** The number of tests in pytest's last line. @param {string} output */
export function countPytest(output) {
  const number = (/** @type {string} */ word) =>
    Number(new RegExp(`(\\d+) ${word}`).exec(lastLine(output))?.[1] ?? 0);
  return { passed: number('passed'), failed: number('failed') + number('errors?') };
}

/**
 * Builds the package into the environment, unoptimised: that takes a minute, and the tests are short.
 * @param {(line: string) => void} progress
 */
export function develop(progress) {
  return attempt(inside('maturin'), ['develop', '--locked', '--quiet'], { ...OPTIONS, progress });
}

/**
 * Builds the package and runs its tests.
 * @param {(line: string) => void} progress
 * @returns {Promise<{ passed: number, failed: number, output: string }>}
 */
export async function testPython(progress) {
  const missing = await ensureEnvironment(progress);
  if (missing !== null) return { passed: 0, failed: 0, output: `Python: left out, since ${missing}.` };
  // They take minutes, and few changes reach them.
  const stamp = join(HOME, 'tested.stamp');
  const print = fingerprint(
    filesUnder([fromRoot('core'), fromRoot('docs/python.md'), fromRoot('docs/gym.md')], NOT_IN_PACKAGE),
  );
  if (process.env.ACKSCOPE_MATRIX !== '1' && isFresh(stamp, print))
    return { passed: 0, failed: 0, output: 'Python: nothing has changed since its tests passed here.' };
  const built = await develop(progress);
  if (built.code !== 0) return { passed: 0, failed: 1, output: built.output };
  const tests = ['-m', 'pytest', '-p', 'no:cacheprovider'];
  const { code, output } = await attempt(inside('python'), tests, { ...OPTIONS, progress });
  const { passed, failed } = countPytest(output);
  if (code === 0) setStamp(stamp, print);
  return { passed, failed: code === 0 ? 0 : Math.max(1, failed), output };
}
