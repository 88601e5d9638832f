import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './run.mjs';
import { Trouble } from './terminal.mjs';

/** A test that takes this many times its usual time counts as an endless loop. */
const PATIENCE = 10;
const MIN_PATIENCE_S = 3;
/** No engine test needs a tenth of this. The limit stops a mutant that would take all memory. */
const MAX_MEMORY_KIB = 4_000_000;
/** The time to start a test. */
const START_MS = 10;

/**
 * @typedef {object} Test
 * @property {string} path of the program
 * @property {string} suite the file of tests, or the program of unit tests
 * @property {string} name as the program lists it
 * @property {string} [golden] the one folder it looks at
 * @property {number} ms that it takes
 * @property {ReadonlySet<number>} met the functions it calls that have mutants: each by its first
 *   mutant
 */

/** The test that has a folder for each of its cases. */
const GOLDENS = 'goldens::every_golden_is_what_it_was';

/** @param {{ suite: string, name: string, golden?: string }} test */
const titleOf = ({ suite, name, golden }) =>
  `${suite} ${golden ?? (name.startsWith(`${suite}::`) ? name.slice(suite.length + 2) : name)}`;

/** All tests of the programs, run once on the unchanged engine. */
export class Tests {
  /** @type {Test[]} */
  #tests = [];
  /** How many mutants of a file each test was the first to notice. @type {Map<string, number>} */
  #caught = new Map();
  #cwd;
  #env;

  /** @param {string} cwd of the tests @param {NodeJS.ProcessEnv} env */
  constructor(cwd, env) {
    this.#cwd = cwd;
    this.#env = env;
  }

  /**
   * @param {readonly { program: string, path: string }[]} programs
   * @param {readonly string[]} suites whose tests count
   * @param {string} scratch a folder
   * @param {(line: string) => void} progress
   */
  async look(programs, suites, scratch, progress) {
    for (const { program, path } of programs) {
      const names = (ask(path, ['--list', '--format=terse']) ?? '')
        .split('\n')
        .flatMap((line) => (line.endsWith(': test') ? [line.slice(0, -': test'.length)] : []));
      if (names.length === 0) throw new Trouble(`There is no test in ${program}.`);
      const goldens = readdirSync(join(this.#cwd, 'tests/goldens'));
      // All goldens are one test; here each of them counts as one.
      const each = names.flatMap((name) => {
        const suite = suites.includes(program) ? program : (name.split('::', 1)[0] ?? name);
        if (!suites.includes(suite)) return [];
        return name === GOLDENS ? goldens.map((golden) => ({ suite, name, golden })) : [{ suite, name }];
      });
      for (const one of each) {
        const title = titleOf(one);
        progress(title);
        const list = join(scratch, 'met');
        rmSync(list, { force: true });
        const began = performance.now();
        const test = { path, ...one, ms: 0, met: new Set() };
        if (await this.#fails(test, 0, { MUTANTS_MET: list }))
          throw new Trouble(`${title} fails on the unchanged engine.`);
        const met = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').map(Number) : [];
        this.#tests.push({ ...test, ms: performance.now() - began, met: new Set(met) });
      }
    }
    return `${String(this.#tests.length)} tests`;
  }

  /**
   * The first test that notices a mutant, or null. Tests that never call its function are skipped.
   * Tests with the best chance per time come first.
   *
   * @param {{ id: number, file: string }} mutant @param {number} first of its function's mutants
   * @param {readonly string[]} suites whose tests are run
   * @param {string | undefined} hint the test that noticed it last time
   */
  async whoNotices({ id, file }, first, suites, hint) {
    const module = /\/src\/(.+?)(\/mod)?\.rs$/.exec(file)?.[1]?.replaceAll('/', '::') ?? file;
    /** @param {Test} test */
    const promise = (test) => {
      const title = titleOf(test);
      if (hint === title) return Infinity;
      const own = test.name.startsWith(module) ? 1 : 0.2;
      return (own + (this.#caught.get(`${file} ${title}`) ?? 0)) / (START_MS + test.ms);
    };
    const those = this.#tests
      .filter((test) => test.met.has(first) && (suites.includes(test.suite) || titleOf(test) === hint))
      .map((test) => ({ test, promise: promise(test) }))
      .sort((a, b) => b.promise - a.promise);
    for (const { test } of those)
      if (await this.#fails(test, id, {})) {
        const title = titleOf(test);
        const key = `${file} ${title}`;
        this.#caught.set(key, (this.#caught.get(key) ?? 0) + 1);
        return title;
      }
    return null;
  }

  /**
   * The time limit is processor time, so that a busy machine does not affect the verdict.
   *
   * @param {Test} test @param {number} mutant @param {NodeJS.ProcessEnv} more
   * @returns {Promise<boolean>}
   */
  #fails({ path, name, golden, ms }, mutant, more) {
    const seconds = mutant === 0 ? 3600 : Math.ceil(MIN_PATIENCE_S + (PATIENCE * ms) / 1000);
    const limits = `ulimit -t ${String(seconds)}; ulimit -v ${String(MAX_MEMORY_KIB)}; ulimit -c 0; exec "$0" "$@"`;
    return new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', limits, path, '-q', '--exact', name], {
        cwd: this.#cwd,
        env: {
          ...this.#env,
          ...more,
          ...(golden === undefined ? {} : { GOLDEN: golden }),
          MUTANT: String(mutant),
        },
        stdio: 'ignore',
      });
      child.on('error', reject);
      child.on('close', (code) => {
        resolve(code !== 0);
      });
    });
  }
}
