import { mkdirSync } from 'node:fs';
import './node-version.mjs';
import { fromRoot } from './paths.mjs';
import { ask, run } from './run.mjs';
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

/** Compiles each branch with a counter, which libFuzzer reads. Stable Rust has it, too. */
const COUNTED = ['-Cpasses=sancov-module', '-Ccodegen-units=1', '--cfg=fuzzing'].concat(
  ['level=4', 'inline-8bit-counters', 'pc-table', 'trace-compares'].map(
    (of) => `-Cllvm-args=-sanitizer-coverage-${of}`,
  ),
);

/**
 * Lets libFuzzer look for files that break a reader of measured files: it changes the files of the tests, and keeps what
 * reaches a new branch in target/fuzz/corpus, from where the next run goes on. It needs a C++ compiler. A file that
 * breaks a reader stays in target/fuzz.
 *
 * @param {string} seconds
 */
async function fuzzReaders(seconds) {
  const crate = fromRoot('core/readers/fuzz');
  const corpus = fromRoot('target/fuzz/corpus');
  const host = /^host: (.*)$/m.exec(ask('rustc', ['-vV']) ?? '')?.[1];
  if (host === undefined) throw new Trouble('`rustc -vV` names no host.');
  mkdirSync(corpus, { recursive: true });
  await step({ title: 'Fuzzer', why: 'the readers with a counter in each branch' }, async (progress) => {
    // With a target the flags are not those of build scripts.
    const options = ['--release', '--locked', '--target', host, '--target-dir', fromRoot('target/fuzz')];
    await run('cargo', ['build', ...options], {
      cwd: crate,
      progress,
      env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: COUNTED.join('\x1f') },
    });
    return 'compiled';
  });
  await step({ title: 'Readers', why: `files led by coverage, ${seconds} s` }, async (progress) => {
    const output = await run(
      fromRoot(`target/fuzz/${host}/release/ackscope-readers-fuzz`),
      [corpus, fromRoot('core/readers/tests/files')].concat(
        [`-max_total_time=${seconds}`, '-timeout=20', '-rss_limit_mb=2048', '-print_final_stats=1'],
        [`-artifact_prefix=${fromRoot('target/fuzz')}/`],
      ),
      { progress },
    );
    const tried = /number_of_executed_units: (\d+)/.exec(output)?.[1] ?? '?';
    const last = output.match(/cov: \d+ ft: \d+ corp: \d+/g)?.at(-1) ?? '';
    return `${tried} files, none breaks a reader; ${last}`;
  });
}

/**
 * Runs longer than the tests. It looks for scenarios that break the engine, names that break an
 * output, scripts that break the compiler or exceed its limits, damaged files that break a reader or a fit, and links
 * that leave the page blank: `npm run fuzz -- 200000` tries that many of each. The seed is that of the day, so every
 * day tries other cases; it is printed with the findings. A run that exceeds its memory estimate,
 * or needs a second of processor time for a thousand events, counts as broken. `npm run fuzz -- readers 600` looks only for
 * files that break a reader, led by coverage, for so many seconds.
 */
main(async () => {
  const [wanted = '50000', seconds = '60'] = process.argv.slice(2);
  if (wanted === 'readers') {
    if (!/^[1-9]\d*$/.test(seconds)) throw new Trouble(`How many seconds? ${seconds} is not a whole number.`);
    await ensureRust();
    await fuzzReaders(seconds);
    return;
  }
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
