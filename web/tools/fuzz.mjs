import './node-version.mjs';
import { run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * @param {string} crate
 * @param {string} tests
 * @param {string[]} more
 * @returns {[string, ...string[]]}
 */
const cargoTest = (crate, tests, ...more) => [
  'cargo',
  'test',
  '--locked',
  '-p',
  crate,
  '--test',
  crate === 'ackscope-cli' ? 'cli' : 'all',
  '--',
  tests,
  ...more,
];

/**
 * @type {{ title: string, what: string, command: [string, ...string[]],
 *   summary(output: string): string }[]}
 */
const FUZZERS = [
  {
    title: 'Scenarios',
    what: 'scenarios',
    command: cargoTest('ackscope-lab', 'fuzz::no_scenario_breaks', '--nocapture'),
    summary: (output) => /\{"[^}]*\}/.exec(output)?.[0] ?? 'nothing found',
  },
  {
    title: 'Names',
    what: 'names',
    command: cargoTest('ackscope-lab', 'names::'),
    summary: () => 'every output can be read',
  },
  {
    title: 'Scripts',
    what: 'scripts',
    command: cargoTest('ackscope-script', 'fuzz::'),
    summary: () => 'each is a program within its bounds, or a list of mistakes',
  },
  {
    title: 'Measured files',
    what: 'damaged files',
    command: cargoTest('ackscope-readers', 'damage::', '--nocapture'),
    summary: (output) => /\d+ read, \d+ refused/.exec(output)?.[0] ?? 'nothing found',
  },
  {
    title: 'Networks behind damaged files',
    what: 'damaged files',
    command: cargoTest('ackscope-cli', 'reverse::damaged', '--nocapture'),
    summary: (output) => /\d+ answered, \d+ refused/.exec(output)?.[0] ?? 'nothing found',
  },
  {
    title: 'Links',
    what: 'links',
    command: ['npx', 'vitest', 'run', '--config', 'web/vitest.config.ts', '--project', 'app', 'links'],
    summary: () => 'each opens a page or says why not',
  },
];

/**
 * Runs longer than the tests. It looks for scenarios that break the engine, names that break an
 * output, scripts that break the compiler or exceed its limits, damaged files that break a reader or a fit, and links
 * that leave the page blank: `npm run fuzz -- 200000` tries that many of each. The seed is that of the day, so every
 * day tries other cases; it is printed with the findings. A run that exceeds its memory estimate,
 * or needs a second of processor time for a thousand events, counts as broken.
 */
main(async () => {
  const [wanted = '50000'] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(wanted)) throw new Trouble(`How many cases? ${wanted} is not a whole number.`);
  await ensureRust();
  const seed = process.env.FUZZ_SEED ?? String(Math.floor(Date.now() / 86_400_000));
  const env = { ...process.env, FUZZ_CASES: wanted, FUZZ_SEED: seed };
  for (const { title, what, command, summary } of FUZZERS)
    await step({ title, why: `${wanted} ${what}, FUZZ_SEED=${seed}` }, async (progress) => {
      const [tool, ...options] = command;
      return summary(await run(tool, options, { progress, env }));
    });
});
