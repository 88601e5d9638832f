import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CHOICE, withMutants } from './mutate.mjs';
import { fromRoot } from './paths.mjs';
import { ask, attempt } from './run.mjs';
import { ensureCargoMutants, ensureRust } from './rust.mjs';
import { Trouble, main, say, step } from './terminal.mjs';

/** Every so manieth mutant is tried, unless another share or all are asked for. */
const USUAL_SHARE = '0/8';
/** Of those that compile, what the tests have to notice. */
const LEAST_CAUGHT = 0.85;
/** Tests that take this many times as long as they should have lost their way. */
const PATIENCE = 20;
const LEAST_PATIENCE_MS = 20_000;
/** Folders whose modules a macro declares. */
const BY_MACRO = ['cc', 'queue', 'loss', 'estimator'];
const PROFILE = ['--locked', '--profile=mutants', '-p', 'ackscope-simulator', '-p', 'ackscope-engine'];
/** The tests that have to notice, the quickest first: a mutant is done with the first that fails. */
const TESTS = [
  'recovery',
  'ackscope_simulator',
  'goldens',
  'losses',
  'queues',
  'traffic',
  'agents',
  'every_algorithm',
  'closed_forms',
  'every_rule',
];

const home = fromRoot('target/mutants');
const tree = join(home, 'tree');
const env = { ...process.env, CARGO_TARGET_DIR: join(home, 'build'), PROPTEST_CASES: '8' };

/** @typedef {import('./mutate.mjs').Mutant & { id: number, name: string }} Numbered */

/**
 * Mutation testing: the engine with one operator, value or result changed, and whether a test notices. cargo-mutants finds
 * what can be changed (.cargo/mutants.toml); all of it is built at once, see mutate.mjs. `npm run mutants -- 3/8` tries the
 * fourth of eight parts, `-- all` every mutant.
 */
main(async () => {
  const [share = USUAL_SHARE] = process.argv.slice(2);
  const [, part = '0', of = '1'] = /^(\d+)\/([1-9]\d*)$/.exec(share === 'all' ? '0/1' : share) ?? [];
  if (share !== 'all' && !/^\d+\/[1-9]\d*$/.test(share))
    throw new Trouble(`Which mutants? ${share} is neither a share, such as 3/8, nor "all".`);
  await ensureRust();
  const tool = await ensureCargoMutants();
  await step({ title: 'A copy of the engine', why: 'to be changed; the tree stays as it is' }, copyEngine);
  const mutants = found(tool).filter(({ id }) => id % Number(of) === Number(part) % Number(of));
  const unviable = new Set();
  /** @type {{ name: string, path: string }[]} */
  let binaries = [];
  await step({ title: 'Build', why: `${String(mutants.length)} mutants and the tests` }, async (progress) => {
    binaries = await build(mutants, unviable, progress);
    return `${String(unviable.size)} do not compile`;
  });
  // In no order of files: whoever stops early has a fair sample.
  const viable = mutants
    .filter(({ id }) => !unviable.has(id))
    .sort((a, b) => scattered(a.id) - scattered(b.id));
  const usualMs = binaries.map((binary) => {
    const { failed, ms } = tried(binary, 0, 600_000);
    if (failed) throw new Trouble(`${binary.name} fails on the unchanged engine.`);
    return Math.max(LEAST_PATIENCE_MS, ms * PATIENCE);
  });
  const missed = [];
  await step(
    { title: 'Mutants', why: `${String(viable.length)} of them, one after the other` },
    (progress) => {
      for (const [at, mutant] of viable.entries()) {
        const isCaught = binaries.some((binary, test) => tried(binary, mutant.id, usualMs[test] ?? 0).failed);
        if (!isCaught) {
          missed.push(mutant);
          say(`missed: ${mutant.name}`);
        }
        progress(`${String(at + 1)} of ${String(viable.length)}, ${String(missed.length)} missed`);
      }
    },
  );
  if (viable.length === 0) throw new Trouble('There was no mutant.');
  const rate = 1 - missed.length / viable.length;
  say(
    `${String(viable.length - missed.length)} of ${String(viable.length)} noticed: ${(100 * rate).toFixed(1)} %.`,
  );
  if (rate < LEAST_CAUGHT)
    throw new Trouble(`At least ${String(100 * LEAST_CAUGHT)} % are to be noticed: docs/mutants.md`);
});

function copyEngine() {
  rmSync(tree, { recursive: true, force: true });
  const files = ask('git', ['ls-files', 'core', 'docs', '.cargo', 'Cargo.toml', 'Cargo.lock']);
  for (const file of (files ?? '').split('\n').filter((name) => name !== '' && existsSync(fromRoot(name)))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(fromRoot(file), join(tree, file));
  }
  // The tool finds files by `mod` alone. These declarations are seen by it and not by the compiler.
  let declared = 0;
  for (const folder of BY_MACRO) {
    const list = join(tree, 'core/engine/src', folder, 'mod.rs');
    const text = readFileSync(list, 'utf8');
    for (const name of readdirSync(dirname(list))) {
      const module = /^(\w+)\.rs$/.exec(name)?.[1];
      if (module === undefined || module === 'mod' || new RegExp(`\\bmod ${module};`).test(text)) continue;
      appendFileSync(list, `#[cfg(any())]\nmod ${module};\n`);
      declared += 1;
    }
  }
  if (declared === 0) throw new Trouble('No model was found to be changed.');
  return `${String(declared)} models`;
}

/** Every mutant of the copy, numbered from one. @param {string} tool @returns {Numbered[]} */
function found(tool) {
  const { stdout, stderr } = spawnSync(
    tool,
    ['mutants', '--list', '--json', '--package=ackscope-simulator'],
    { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  /** @type {import('./mutate.mjs').Mutant[]} */
  const list = stdout === '' ? [] : JSON.parse(stdout);
  if (list.length === 0) throw new Trouble(stderr);
  return list.map((mutant, at) => {
    const { file, genre, span, replacement } = mutant;
    const place = `${file.replace('engine/simulator/../', 'engine/')}:${String(span.start.line)}:${String(span.start.column)}`;
    const what = replacement === '' ? 'nothing' : replacement;
    return {
      ...mutant,
      id: at + 1,
      name: `${place}: ${genre} becomes ${what} in ${mutant.function?.function_name ?? 'a constant'}`,
    };
  });
}

/**
 * Writes the mutants into the copy and builds the tests; what does not compile is left out and the rest built again.
 *
 * @param {readonly Numbered[]} mutants @param {Set<unknown>} unviable @param {(line: string) => void} progress
 */
async function build(mutants, unviable, progress) {
  const files = new Map(
    [...new Set(mutants.map(({ file }) => file))].map((file) => [
      file,
      readFileSync(join(tree, file), 'utf8'),
    ]),
  );
  appendFileSync(join(tree, 'core/engine/src/simulator.rs'), CHOICE);
  for (const mutant of mutants) if (mutant.function === null) unviable.add(mutant.id);
  for (;;) {
    /** @type {Map<string, Map<number, number>>} */
    const owners = new Map();
    for (const [file, text] of files) {
      const written = withMutants(
        text,
        mutants.filter((mutant) => mutant.file === file && !unviable.has(mutant.id)),
      );
      writeFileSync(join(tree, file), written.text);
      owners.set(file, written.owners);
    }
    const tests = TESTS.filter((name) => name !== 'ackscope_simulator').flatMap((name) => ['--test', name]);
    const { code, output } = await attempt(
      'cargo',
      ['test', ...PROFILE, '--lib', ...tests, '--no-run', '--message-format=json'],
      { cwd: tree, env: { ...env, RUSTFLAGS: '-A warnings' }, progress: () => progress('cargo') },
    );
    const messages = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    if (code === 0) return binariesOf(messages);
    const before = unviable.size;
    for (const { reason, message } of messages) {
      if (reason !== 'compiler-message' || message.level !== 'error') continue;
      for (const { file_name: file, line_start: line, is_primary: isPrimary } of message.spans) {
        const owner = owners.get(file)?.get(line);
        if (isPrimary && owner !== undefined) unviable.add(owner);
      }
    }
    if (unviable.size === before) throw new Trouble(output.slice(-6000));
  }
}

/** @param {{ reason: string, executable?: string | null, target?: { name: string } }[]} messages */
function binariesOf(messages) {
  return TESTS.map((name) => {
    const path = messages.find(
      ({ reason, executable, target }) =>
        reason === 'compiler-artifact' && typeof executable === 'string' && target?.name === name,
    )?.executable;
    if (typeof path !== 'string') throw new Trouble(`cargo built no test called ${name}`);
    return { name, path };
  });
}

/** A number that has nothing to do with its neighbours': the multiplier is 2^32 over the golden ratio. @param {number} id */
const scattered = (id) => Math.imul(id, 2_654_435_769) >>> 0;

/** @param {{ path: string }} binary @param {number} mutant @param {number} patienceMs */
function tried({ path }, mutant, patienceMs) {
  const began = performance.now();
  const { status } = spawnSync(path, ['-q'], {
    cwd: join(tree, 'core/engine'),
    env: { ...env, MUTANT: String(mutant) },
    stdio: 'ignore',
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  return { failed: status !== 0, ms: performance.now() - began };
}
