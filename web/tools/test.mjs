import './node-version.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';
import { SUITES } from './suites.mjs';
import { PLAIN_EVERY_MS, Trouble, bold, dim, duration, green, main, red, say } from './terminal.mjs';

const HELP = `npm test [-- NAME…]

Everything there is to check. With names, only those parts:

  groups: check (formats, lints, types, layers, docs), rust, web, e2e
  suites: ${SUITES.map(({ id }) => id).join(' ')}`;

/** @typedef {import('./suites.mjs').Suite} Suite */
/**
 * @typedef {{ suite: Suite, passed: number, failed: number, ms: number, note: string,
 *   output: string }} Result
 */

/** Formats, lints and types use one core, as do linker and wasm-opt: two suites fill two cores. */
const AT_ONCE = 2;

/** The requested suites and those they need. @param {readonly string[]} names */
function chosen(names) {
  if (names.length === 0) return SUITES;
  for (const name of names) {
    if (!SUITES.some(({ id, groups }) => id === name || groups.some((group) => group === name))) {
      throw new Trouble(`There is no part “${name}”.\n\n${HELP}`);
    }
  }
  const wanted = new Set(
    SUITES.filter(({ id, groups }) =>
      names.some((name) => id === name || groups.some((group) => group === name)),
    ),
  );
  for (const suite of [...SUITES].reverse()) {
    if (!wanted.has(suite)) continue;
    for (const need of SUITES) if (suite.needs?.includes(need.id) === true) wanted.add(need);
  }
  return SUITES.filter((suite) => wanted.has(suite));
}

/** @param {Suite} suite @param {readonly Result[]} before @returns {Promise<Result>} */
async function runSuite(suite, before) {
  const none = { suite, passed: 0, failed: 1, note: '', output: '' };
  const broken = before.find(({ suite: { id }, failed }) => failed > 0 && suite.needs?.includes(id) === true);
  if (broken !== undefined) return { ...none, ms: 0, note: `not run: needs “${broken.suite.title}”` };
  const started = Date.now();
  const live = suite.alone === true;
  let latest = '';
  const timer = setInterval(() => {
    if (live) return;
    const tail = latest === '' ? '' : `: ${latest}`;
    say(dim(`  … ${suite.title}, ${duration(Date.now() - started)}${tail}`));
    latest = '';
  }, PLAIN_EVERY_MS);
  const progress = (/** @type {string} */ line) => {
    latest = line.trim();
  };
  try {
    const { output = '', ...counts } = await suite.run({ live, progress });
    return { suite, ...counts, output, ms: Date.now() - started, note: '' };
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return { ...none, output: error.message, ms: Date.now() - started };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs the suites in order, two at a time where allowed. If two run at once, the output of each is
 * shown when it ends.
 *
 * @param {readonly Suite[]} suites
 */
async function runAll(suites) {
  /** @type {Result[]} */
  const results = [];
  const waiting = [...suites];
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  let begun = 0;
  const mayBegin = (/** @type {Suite} */ { alone, needs = [], after = [] }) =>
    (alone !== true || running.size === 0) &&
    ![...needs, ...after].some((id) => running.has(id) || waiting.some((suite) => suite.id === id));
  const begin = (/** @type {Suite} */ suite) => {
    begun += 1;
    const title = bold(`[${String(begun)}/${String(suites.length)}] ${suite.title}`);
    say(`\n${title}: ${suite.why}`);
    const end = async () => {
      const result = await runSuite(suite, results);
      running.delete(suite.id);
      results.push(result);
      if (result.output.trim() !== '') say(`\n${title}\n${result.output.trimEnd()}`);
      say(row(result));
    };
    running.set(suite.id, end());
  };
  while (waiting.length > 0 || running.size > 0) {
    const isAlone = suites.some(({ id, alone }) => alone === true && running.has(id));
    const next = isAlone || running.size === AT_ONCE ? -1 : waiting.findIndex(mayBegin);
    const [suite] = next < 0 ? [] : waiting.splice(next, 1);
    if (suite !== undefined) begin(suite);
    else await Promise.race(running.values());
  }
  return suites.flatMap(({ id }) => results.filter(({ suite }) => suite.id === id));
}

/** @param {Result} result */
function row({ suite, passed, failed, ms, note }) {
  const word = failed === 0 ? green('passed') : red('FAILED');
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  return `  ${word}  ${suite.title.padEnd(24)} ${counts}  ${duration(ms).padStart(11)}  ${dim(note)}`.trimEnd();
}

main(async () => {
  const names = process.argv.slice(2).filter((name) => name !== '--');
  if (names.includes('--help')) {
    say(HELP);
    return 0;
  }
  const suites = chosen(names);
  const started = Date.now();
  await ensureRust();
  await ensurePackages();
  if (suites.some(({ id }) => id === 'wasm')) await ensureWasmTools();

  const results = await runAll(suites);

  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  say(`\n${bold('Summary')}, ${duration(Date.now() - started)} in all\n`);
  for (const result of results) say(row(result));
  say(`\n${String(total('passed'))} passed, ${String(total('failed'))} failed`);
  return total('failed') === 0 ? 0 : 1;
});
