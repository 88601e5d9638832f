import './node-version.mjs';
import { parseArgs } from 'node:util';
import { ensurePackages } from './packages.mjs';
import { ensureRust, ensureWasmTools } from './rust.mjs';
import { SUITES } from './suites.mjs';
import { meter } from './processor.mjs';
import { PLAIN_EVERY_MS, Trouble, bold, dim, duration, green, main, red, say } from './terminal.mjs';

const HELP = `npm test [-- NAME…]
npm run test:matrix [-- NAME…] [--shard=K/N]

One good case of each kind; the matrix has all: every page, state and lesson at every size, in both themes.
A shard is a part of the browser's and the web tests; the first one has all else, too. With names, only those parts:

  groups: check (formats, lints, types, layers, docs), rust, web, e2e
  suites: ${SUITES.map(({ id }) => id).join(' ')}`;

/** @typedef {import('./suites.mjs').Suite} Suite */
/**
 * @typedef {{ suite: Suite, passed: number, failed: number, ms: number, note: string,
 *   output: string, loads?: number, processorS: number | null }} Result
 */

/** What a shard after the first one runs, where no names are given. */
const SHARDED = ['vitest', 'e2e'];

/** Formats, lints and types use one core, as do linker and wasm-opt: two suites fill two cores. */
const AT_ONCE = 2;

const DAY_MS = 86_400_000;

/** The requested suites and those they need. @param {readonly string[]} names @param {number} part of the shards */
function chosen(names, part) {
  if (names.length === 0 && part === 1) return SUITES;
  for (const name of names) {
    if (!SUITES.some(({ id, groups }) => id === name || groups.some((group) => group === name))) {
      throw new Trouble(`There is no part “${name}”.\n\n${HELP}`);
    }
  }
  const wanted = new Set(
    SUITES.filter(({ id, groups }) =>
      names.length === 0
        ? SHARDED.includes(id)
        : names.some((name) => id === name || groups.some((group) => group === name)),
    ),
  );
  for (const suite of [...SUITES].reverse()) {
    if (!wanted.has(suite)) continue;
    for (const need of SUITES) if (suite.needs?.includes(need.id) === true) wanted.add(need);
  }
  return SUITES.filter((suite) => wanted.has(suite));
}

/** @param {Suite} suite @param {readonly Result[]} before @param {string | null} shard @returns {Promise<Result>} */
async function runSuite(suite, before, shard) {
  /** @type {import('./processor.mjs').Meter} */
  const used = { processorS: null };
  const none = { suite, passed: 0, failed: 1, note: '', output: '', processorS: null };
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
    const { output = '', ...counts } = await meter.run(used, () => suite.run({ live, shard, progress }));
    return { suite, ...counts, ...used, output, ms: Date.now() - started, note: '' };
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    return { ...none, ...used, output: error.message, ms: Date.now() - started };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs the suites in order, two at a time where allowed. If two run at once, the output of each is
 * shown when it ends.
 *
 * @param {readonly Suite[]} suites
 * @param {string | null} shard
 */
async function runAll(suites, shard) {
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
      const result = await runSuite(suite, results, shard);
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
function row({ suite, passed, failed, ms, note, loads, processorS }) {
  const word = failed === 0 ? green('passed') : red('FAILED');
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  const used = processorS === null ? '' : `${String(Math.round(processorS)).padStart(5)} s of processor`;
  const pages = loads === undefined ? '' : `, ${String(loads)} page loads`;
  return `  ${word}  ${suite.title.padEnd(24)} ${counts}  ${duration(ms).padStart(11)}  ${dim(`${used}${pages}${note}`)}`.trimEnd();
}

main(async () => {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, matrix: { type: 'boolean' }, shard: { type: 'string' } },
  });
  if (values.help === true) {
    say(HELP);
    return 0;
  }
  const { shard = null } = values;
  const [, part, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard ?? '1/1') ?? [];
  if (part === undefined || Number(part) > Number(parts))
    throw new Trouble(`--shard=${String(shard)} is no part: write 1/4 for the first of four.`);
  if (values.matrix === true) {
    process.env.ACKSCOPE_MATRIX = '1';
    // The seed of random cases: a number that a reader can give again.
    process.env.ACKSCOPE_DAY ??= String(Math.floor(Date.now() / DAY_MS));
    say(`ACKSCOPE_DAY=${process.env.ACKSCOPE_DAY} chooses the random cases`);
  }
  const suites = chosen(names, Number(part));
  const started = Date.now();
  await ensureRust();
  await ensurePackages();
  if (suites.some(({ id }) => id === 'wasm')) await ensureWasmTools();

  const results = await runAll(suites, shard);

  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, result) => sum + result[key], 0);
  say(`\n${bold('Summary')}, ${duration(Date.now() - started)} in all\n`);
  for (const result of results) say(row(result));
  say(`\n${String(total('passed'))} passed, ${String(total('failed'))} failed`);
  return total('failed') === 0 ? 0 : 1;
});
