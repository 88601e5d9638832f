import './node-version.mjs';
import { ensurePackages } from './packages.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';
import { SUITES } from './suites.mjs';
import { Trouble, bold, dim, duration, green, main, red, say } from './terminal.mjs';

const HELP = `npm test [-- NAME…]

Everything there is to check, cheapest first. With names, only those parts:

  groups: check (formats, lints, types, layers, docs), rust, web, e2e
  suites: ${SUITES.map(({ id }) => id).join(' ')}`;

/** @typedef {import('./suites.mjs').Suite} Suite */
/** @typedef {{ suite: Suite, passed: number, failed: number, ms: number, note: string }} Result */

/** The suites that were asked for and what they need. @param {readonly string[]} names */
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
  const broken = before.find(({ suite: { id }, failed }) => failed > 0 && suite.needs?.includes(id) === true);
  if (broken !== undefined) {
    return { suite, passed: 0, failed: 1, ms: 0, note: `not run: needs “${broken.suite.title}”` };
  }
  const started = Date.now();
  try {
    const outcome = await suite.run(process.env);
    return { suite, ...outcome, ms: Date.now() - started, note: '' };
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    say(error.message);
    return { suite, passed: 0, failed: 1, ms: Date.now() - started, note: '' };
  }
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

  /** @type {Result[]} */
  const results = [];
  for (const suite of suites) {
    say(`\n${bold(`[${String(results.length + 1)}/${String(suites.length)}] ${suite.title}`)}: ${suite.why}`);
    const result = await runSuite(suite, results);
    results.push(result);
    say(row(result));
  }

  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  say(`\n${bold('Summary')}, ${duration(Date.now() - started)} in all\n`);
  for (const result of results) say(row(result));
  say(`\n${String(total('passed'))} passed, ${String(total('failed'))} failed`);
  return total('failed') === 0 ? 0 : 1;
});
