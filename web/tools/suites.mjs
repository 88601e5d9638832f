// What `npm test` consists of, cheapest first.
import { stripVTControlCharacters } from 'node:util';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { buildApp } from './app.mjs';
import { ensureChromium } from './chromium.mjs';
import { countCargo, countPlaywright, countVitest } from './counts.mjs';
import { RUSTFMT, rustFiles } from './format.mjs';
import { fromRoot } from './paths.mjs';
import { attempt, nodeModule } from './run.mjs';
import { say } from './terminal.mjs';

/**
 * @typedef {object} Outcome what a step found: how many checks held and how many did not
 * @property {number} passed
 * @property {number} failed
 *
 * @typedef {object} Suite
 * @property {string} id
 * @property {string} title
 * @property {string} why
 * @property {('check' | 'rust' | 'web' | 'e2e')[]} groups
 * @property {string[]} [needs] suites that must have succeeded
 * @property {(env: NodeJS.ProcessEnv) => Promise<Outcome>} run
 */

/**
 * Runs a command and shows its output. `count` reads from the output how many tests there were;
 * without it the command is one check.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, count?: (output: string) => Outcome }} [options]
 * @returns {Promise<Outcome>}
 */
async function shown(command, args, { cwd, env, count } = {}) {
  const options = {
    echo: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  };
  const { code, output } = await attempt(command, args, options);
  const plain = stripVTControlCharacters(output);
  if (count === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed } = count(plain);
  if (code !== 0) return { passed, failed: Math.max(1, failed) };
  // A suite that runs nothing must not look like one that holds.
  if (passed + failed === 0) {
    say('No test ran, so this counts as a failure.');
    return { passed: 0, failed: 1 };
  }
  return { passed, failed };
}

/** @param {string} script below node_modules @param {readonly string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv, count?: (output: string) => Outcome }} [options] */
const node = (script, args, options) => shown(process.execPath, [nodeModule(script), ...args], options);

/** @param {string} path */
const own = (path) => shown(process.execPath, [fromRoot(path)]);

/** Against tests that hang, not against slow machines: what is fast enough, benchmarks tell. */
const LONGEST_TEST_MS = 120_000;

/** A build: one check, which says itself what it does. @param {() => Promise<void>} build @returns {Promise<Outcome>} */
async function built(build) {
  await build();
  return { passed: 1, failed: 0 };
}

const PACKAGES = ['web/tools', 'web/engine', 'web/model', 'web/charts', 'web/embed', 'web/app', 'e2e'];

/** @type {Suite[]} */
export const SUITES = [
  {
    id: 'layers',
    title: 'Layers',
    why: 'imports between and inside the web packages point the right way',
    groups: ['check', 'web'],
    run: () => own('web/check-layers.mjs'),
  },
  {
    id: 'docs',
    title: 'Docs',
    why: 'no dead link, no package left out, every command exists',
    groups: ['check'],
    run: () => own('docs/check.mjs'),
  },
  {
    id: 'prettier',
    title: 'Format, web',
    why: 'prettier',
    groups: ['check', 'web'],
    run: () => node('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  },
  {
    id: 'rustfmt',
    title: 'Format, Rust',
    why: 'rustfmt over every file, also those that a macro declares',
    groups: ['check', 'rust'],
    run: () => shown('rustfmt', ['--check', ...RUSTFMT, ...rustFiles()]),
  },
  {
    id: 'clippy',
    title: 'Clippy',
    why: 'Rust lints, warnings are errors',
    groups: ['check', 'rust'],
    run: () =>
      shown('cargo', [
        'clippy',
        '--quiet',
        '--locked',
        '--workspace',
        '--all-targets',
        '--',
        '-D',
        'warnings',
      ]),
  },
  {
    id: 'wasm',
    title: 'Engine to WebAssembly',
    why: 'wasm-pack; what follows needs it',
    groups: ['check', 'web', 'e2e'],
    run: () => built(buildWasm),
  },
  {
    id: 'types',
    title: 'Types',
    why: 'TypeScript, strict, package by package',
    groups: ['check', 'web'],
    needs: ['wasm'],
    run: async () => {
      let failed = 0;
      for (const name of PACKAGES) failed += (await node('typescript/bin/tsc', ['-p', name])).failed;
      return { passed: PACKAGES.length - failed, failed };
    },
  },
  {
    id: 'eslint',
    title: 'Lint, web',
    why: 'eslint with types',
    groups: ['check', 'web'],
    needs: ['wasm'],
    run: () =>
      node('eslint/bin/eslint.js', [
        '--config',
        'web/eslint.config.js',
        '--max-warnings=0',
        'web',
        'e2e',
        'docs',
      ]),
  },
  {
    id: 'cargo',
    title: 'Rust tests',
    why: 'units, laws, vectors, goldens, generated files, the command line',
    groups: ['rust'],
    run: () => shown('cargo', ['test', '--locked', '--workspace', '--no-fail-fast'], { count: countCargo }),
  },
  {
    id: 'vitest',
    title: 'Web tests',
    why: 'engine in Node against the goldens, workers, store, links, charts, controls',
    groups: ['web'],
    needs: ['wasm'],
    run: () =>
      node(
        'vitest/vitest.mjs',
        ['run', '--config', 'web/vitest.config.ts', `--testTimeout=${String(LONGEST_TEST_MS)}`],
        {
          count: countVitest,
        },
      ),
  },
  {
    id: 'app',
    title: 'Page',
    why: 'the build that would be published',
    groups: ['web', 'e2e'],
    needs: ['wasm'],
    run: () => built(buildApp),
  },
  {
    id: 'e2e',
    title: 'In the browser',
    why: 'the built page in a real Chromium',
    groups: ['e2e'],
    needs: ['app'],
    run: async () => {
      const { path, how } = await ensureChromium((line) => {
        say(`  ${line}`);
      });
      say(`Chromium: ${path} (${how})`);
      return node('@playwright/test/cli.js', ['test'], {
        cwd: fromRoot('e2e'),
        env: { ...process.env, CHROMIUM: path },
        count: countPlaywright,
      });
    },
  },
];
