// The parts of `npm test`. Their order starts the long Rust tests early, and fills the other core
// with suites that use one core only.
import { stripVTControlCharacters } from 'node:util';
import { buildWasm } from '../engine/scripts/build-wasm.mjs';
import { buildApp } from './app.mjs';
import { ensureChromium } from './chromium.mjs';
import { countCargo, countPlaywright, countVitest } from './counts.mjs';
import { RUSTFMT, rustFiles } from './format.mjs';
import { fromRoot } from './paths.mjs';
import { testPython } from './python.mjs';
import { attempt, nodeModule } from './run.mjs';
import { say } from './terminal.mjs';
import { PAGE_LOADS, maxima } from './weight.mjs';

/**
 * @typedef {object} Outcome what a step found: how many checks held and how many did not
 * @property {number} passed
 * @property {number} failed
 * @property {number} [loads] pages that were loaded
 * @property {string} [output] what was not shown as it came
 *
 * @typedef {object} Show how a suite shows its output
 * @property {boolean} live as it comes; if not, it is in the outcome
 * @property {string | null} shard the part of the browser's and the web tests that is run, such as 1/4; null for all
 * @property {(line: string) => void} progress gets each line
 *
 * @typedef {object} Suite
 * @property {string} id
 * @property {string} title
 * @property {string} why
 * @property {('check' | 'rust' | 'web' | 'e2e')[]} groups
 * @property {string[]} [needs] suites that must have succeeded
 * @property {string[]} [after] suites that must have ended, since both use one folder
 * @property {true} [alone] uses every core by itself: no other suite runs beside it
 * @property {(show: Show) => Promise<Outcome>} run
 */

/**
 * Runs a command. `count` reads the number of tests from its output; without it the command is one
 * check.
 *
 * @param {Show} show
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, count?: (output: string) => Outcome }} [options]
 * @returns {Promise<Outcome>}
 */
async function shown({ live, progress }, command, args, { cwd, env, count } = {}) {
  const options = {
    echo: live,
    progress,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  };
  const { code, output: all } = await attempt(command, args, options);
  const output = live ? '' : all;
  if (count === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  const { passed, failed, ...more } = count(stripVTControlCharacters(all));
  if (code !== 0) return { ...more, passed, failed: Math.max(1, failed), output };
  // A suite without any test must not count as passed.
  if (passed + failed === 0) {
    return { passed: 0, failed: 1, output: `${output}\nNo test ran, so this counts as a failure.` };
  }
  return { ...more, passed, failed, output };
}

/**
 * @param {Show} show
 * @param {string} script below node_modules
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, count?: (output: string) => Outcome }} [options]
 */
const node = (show, script, args, options) =>
  shown(show, process.execPath, [nodeModule(script), ...args], options);

/** @param {Show} show @param {string} path */
const own = (show, path) => shown(show, process.execPath, [fromRoot(path)]);

/** Catches tests that hang, not slow machines; benchmarks check the speed. */
const LONGEST_TEST_MS = 120_000;

/**
 * A build, which counts as one check and reports its own progress.
 *
 * @param {() => Promise<void>} build
 * @returns {Promise<Outcome>}
 */
async function built(build) {
  await build();
  return { passed: 1, failed: 0 };
}

/** @param {readonly Outcome[]} each a check each @returns {Outcome} */
function together(each) {
  const failed = each.filter((one) => one.failed > 0).length;
  return { passed: each.length - failed, failed, output: each.map(({ output = '' }) => output).join('') };
}

/** @param {Show} show @param {readonly string[]} what */
const lints = (show, what) =>
  shown(show, 'cargo', ['clippy', '--quiet', '--locked', ...what, '--', '-D', 'warnings']);

/** @param {Show} show @returns {string[]} */
const sharded = ({ shard }) => (shard === null ? [] : [`--shard=${shard}`]);

const PACKAGES = ['web/tools', 'web/engine', 'web/model', 'web/charts', 'web/embed', 'web/app', 'e2e'];

/** @type {Suite[]} */
export const SUITES = [
  {
    id: 'weight',
    title: 'Weight',
    why: 'lines, styles, lists and idle comments against web/tools/weight.json',
    groups: ['check'],
    run: (show) => own(show, 'web/tools/weight.mjs'),
  },
  {
    id: 'layers',
    title: 'Layers',
    why: 'imports between and inside the web packages point the right way',
    groups: ['check', 'web'],
    run: (show) => own(show, 'web/check-layers.mjs'),
  },
  {
    id: 'docs',
    title: 'Docs',
    why: 'no dead link or citation, no package left out, every command exists',
    groups: ['check'],
    run: (show) => own(show, 'docs/check.mjs'),
  },
  {
    id: 'prettier',
    title: 'Format, web',
    why: 'prettier',
    groups: ['check', 'web'],
    run: (show) =>
      node(show, 'prettier/bin/prettier.cjs', [
        '--check',
        '--cache',
        '--cache-strategy=content',
        '--log-level=warn',
        '.',
      ]),
  },
  {
    id: 'rustfmt',
    title: 'Format, Rust',
    why: 'rustfmt over every file, also those that a macro declares',
    groups: ['check', 'rust'],
    run: (show) => shown(show, 'rustfmt', ['--check', ...RUSTFMT, ...rustFiles()]),
  },
  {
    id: 'clippy',
    title: 'Clippy',
    why: 'Rust lints, warnings are errors; also without ns-2',
    groups: ['check', 'rust'],
    run: async (show) =>
      together([
        await lints(show, ['--workspace', '--all-targets']),
        await lints(show, ['--package=ackscope-lab', '--lib', '--no-default-features', '--features=texts']),
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
    id: 'cargo',
    title: 'Rust tests',
    why: 'units, laws, vectors, goldens, generated files, the command line',
    groups: ['rust'],
    after: ['clippy'],
    run: (show) =>
      // The glue has no tests of its own: what it makes is built and run by all others.
      shown(
        show,
        'cargo',
        ['test', '--locked', '--workspace', '--exclude', 'ackscope-wasm-glue', '--no-fail-fast'],
        { count: countCargo },
      ),
  },
  {
    id: 'python',
    title: 'Python',
    why: 'the package in an environment of its own; left out without Python or network',
    groups: ['rust'],
    after: ['cargo'],
    run: ({ progress }) => testPython(progress),
  },
  {
    id: 'types',
    title: 'Types',
    why: 'TypeScript, strict, package by package',
    groups: ['check', 'web'],
    needs: ['wasm'],
    run: async (show) => {
      const each = [];
      // The compiler keeps what it knows, and checks anew what a change reaches.
      for (const name of PACKAGES) {
        const known = fromRoot(`node_modules/.cache/types/${name.replaceAll('/', '-')}.tsbuildinfo`);
        const args = ['-p', name, '--incremental', '--tsBuildInfoFile', known];
        each.push(await node(show, 'typescript/bin/tsc', args));
      }
      return together(each);
    },
  },
  {
    id: 'eslint',
    title: 'Lint, web',
    why: 'eslint with types',
    groups: ['check', 'web'],
    needs: ['wasm'],
    run: (show) =>
      node(show, 'eslint/bin/eslint.js', [
        '--config',
        'web/eslint.config.js',
        '--max-warnings=0',
        'web',
        'e2e',
        'docs',
      ]),
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
    id: 'vitest',
    title: 'Web tests',
    why: 'engine in Node against the goldens, workers, store, links, charts, controls',
    groups: ['web'],
    needs: ['wasm'],
    alone: true,
    run: (show) =>
      node(
        show,
        'vitest/vitest.mjs',
        [
          'run',
          '--config',
          'web/vitest.config.ts',
          // Files share a process and what they import, which halves their time; whole runs of the
          // packages by themselves (`npx vitest` there) keep them apart.
          '--no-isolate',
          `--testTimeout=${String(LONGEST_TEST_MS)}`,
          ...sharded(show),
        ],
        {
          count: countVitest,
        },
      ),
  },
  {
    id: 'e2e',
    title: 'In the browser',
    why: 'the built page in a real Chromium',
    groups: ['e2e'],
    needs: ['app'],
    alone: true,
    run: async (show) => {
      const { path, how } = await ensureChromium((line) => {
        say(`  ${line}`);
      });
      say(`Chromium: ${path} (${how})`);
      const outcome = await node(show, '@playwright/test/cli.js', ['test', ...sharded(show)], {
        cwd: fromRoot('e2e'),
        env: { ...process.env, CHROMIUM: path },
        count: countPlaywright,
      });
      const most = maxima().find(({ what }) => what === PAGE_LOADS)?.most ?? 0;
      if (process.env.ACKSCOPE_MATRIX === '1' || (outcome.loads ?? 0) <= most) return outcome;
      say(`${PAGE_LOADS}: ${String(outcome.loads)}, at most ${String(most)} (web/tools/weight.json)`);
      return { ...outcome, failed: outcome.failed + 1 };
    },
  },
];
