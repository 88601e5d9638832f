import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { Tests } from './mutant-tests.mjs';
import { choice, withMutants } from './mutate.mjs';
import { fromRoot } from './paths.mjs';
import { ask, attempt } from './run.mjs';
import { ensureCargoMutants, ensureRust } from './rust.mjs';
import { Trouble, main, say, step } from './terminal.mjs';

/** By default an eighth of the mutants is tried; an argument chooses another share or all. */
const USUAL_SHARE = '0/8';
/** Share of the compiling mutants that the tests must notice. */
const MIN_CAUGHT = 0.85;
/** Folders whose modules are declared by a macro. */
const BY_MACRO = ['cc', 'queue', 'loss', 'estimator'];
const PROFILE = ['--locked', '--profile=mutants', '-p', 'ackscope-engine'];
const UNITS = 'ackscope_engine';
/** Root of the crate that is mutated. */
const ENGINE = 'core/engine/src/lib.rs';
/** The integration tests: core/engine/tests/all. */
const OUTSIDE = 'all';
/** The suites by stage: unit tests, then core/engine/tests/all. A stage gets what was missed. */
const STAGES = [
  [UNITS, 'recovery', 'goldens'],
  ['scenario', 'queues', 'losses', 'traffic', 'pep', 'shadow'],
  ['laws', 'closed_forms', 'every_rule', 'every_algorithm'],
];
const PROGRAMS = [UNITS, OUTSIDE];

const home = fromRoot('target/mutants');
/** The unchanged engine, and the engine with its mutants. */
const source = join(home, 'source');
const tree = join(home, 'tree');
const verdicts = join(home, 'verdicts.jsonl');
const unviableFile = join(home, 'unviable.json');
const env = {
  ...process.env,
  CARGO_TARGET_DIR: join(home, 'build'),
  // The same test cases for every mutant.
  PROPTEST_CASES: '8',
  PROPTEST_RNG_SEED: '1',
};

/** @typedef {import('./mutate.mjs').Numbered} Numbered */
/**
 * @typedef {{ mutant: string, by: string | null, engine: string, stage: number }} Verdict `by` is
 *   null if all tests up to that stage missed it
 */

/**
 * Mutation testing: one operator, value or result of the engine is changed, and a test should
 * notice. cargo-mutants finds the possible changes (.cargo/mutants.toml), and all of them are built
 * at once, see mutate.mjs. `npm run mutants -- 3/8` tries the fourth of eight parts, `-- all` every
 * mutant. An interrupted run continues where it stopped. For each mutant it remembers which test
 * noticed it, and runs that test first. A mutant missed by the same engine and tests stays missed.
 */
main(async () => {
  const [share = USUAL_SHARE] = process.argv.slice(2);
  const [, part, of] = /^(\d+)\/([1-9]\d*)$/.exec(share === 'all' ? '0/1' : share) ?? [];
  if (part === undefined || of === undefined)
    throw new Trouble(`Which mutants? ${share} is neither a share, such as 3/8, nor "all".`);
  await ensureRust();
  const tool = await ensureCargoMutants();
  let copied = { engine: '', sources: '' };
  await step({ title: 'A copy of the engine', why: 'to be changed; the tree stays as it is' }, () => {
    copied = copyEngine();
  });
  const mutants = found(tool);
  /** @type {Awaited<ReturnType<typeof build>> | undefined} */
  let built;
  await step({ title: 'Build', why: `${String(mutants.length)} mutants and the tests` }, async (progress) => {
    built = await build(mutants, copied.sources, progress);
    return `${String(mutants.length - built.written.size)} do not compile or are in constants`;
  });
  if (built === undefined || built.written.size === 0) throw new Trouble('There was no mutant.');
  const { programs, written } = built;
  const tests = new Tests(join(tree, 'core/engine'), env);
  await step({ title: 'Tests', why: 'what each one calls' }, (progress) =>
    tests.look(programs, STAGES.flat(), home, progress),
  );
  // Not in the order of files, so that an interrupted run has seen a fair sample.
  const viable = mutants
    .filter(({ id }) => written.has(id) && id % Number(of) === Number(part) % Number(of))
    .sort((a, b) => scattered(a.id) - scattered(b.id));
  const { engine } = copied;
  const known = verdictsBefore();
  let missed = viable;
  for (const [stage, suites] of STAGES.entries()) {
    const title = stage === 0 ? 'Mutants' : 'The missed';
    await step({ title, why: `asks ${suites.join(', ')}` }, async (progress) => {
      const those = missed;
      missed = [];
      let at = 0;
      const work = async () => {
        for (let mutant = those[at]; mutant !== undefined; mutant = those[at]) {
          at += 1;
          const { id, name } = mutant;
          const before = known.get(name);
          const isKnown = before?.engine === engine && before.stage >= stage;
          const by = isKnown
            ? before.by
            : await tests.whoNotices(mutant, written.get(id) ?? 0, suites, before?.by ?? undefined);
          if (by === null) missed.push(mutant);
          /** @type {Verdict} */
          const verdict = { mutant: name, by, engine, stage };
          if (!isKnown) appendFileSync(verdicts, `${JSON.stringify(verdict)}\n`);
          progress(`${String(at)} of ${String(those.length)}, ${String(missed.length)} missed`);
        }
      };
      await Promise.all(Array.from({ length: availableParallelism() }, work));
      return `${String(missed.length)} of ${String(those.length)} missed`;
    });
  }
  for (const { name } of missed.sort((a, b) => a.id - b.id)) say(`missed: ${name}`);
  const rate = 1 - missed.length / viable.length;
  say(
    `${String(viable.length - missed.length)} of ${String(viable.length)} noticed: ${(100 * rate).toFixed(1)} %.`,
  );
  if (rate < MIN_CAUGHT)
    throw new Trouble(`At least ${String(100 * MIN_CAUGHT)} % are to be noticed: docs/mutants.md`);
});

/** @returns keys of this engine with its tests, and of its sources alone */
function copyEngine() {
  rmSync(source, { recursive: true, force: true });
  const files = ask('git', ['ls-files', 'core', 'docs', '.cargo', 'Cargo.toml', 'Cargo.lock']);
  const [all, sources] = [createHash('sha256'), createHash('sha256')];
  for (const file of (files ?? '').split('\n').filter((name) => name !== '' && existsSync(fromRoot(name)))) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(fromRoot(file), join(source, file));
    if (!/^core\/(engine|ns2|scenario)\//.test(file)) continue;
    const content = readFileSync(fromRoot(file));
    all.update(file).update(content);
    if (file.startsWith('core/engine/src/')) sources.update(file).update(content);
  }
  // The tool finds files only by `mod`. These declarations are visible to the tool, not to the
  // compiler.
  let declared = 0;
  for (const folder of BY_MACRO) {
    const list = join(source, 'core/engine/src', folder, 'mod.rs');
    const text = readFileSync(list, 'utf8');
    for (const name of readdirSync(dirname(list))) {
      const module = /^(\w+)\.rs$/.exec(name)?.[1];
      if (module === undefined || module === 'mod' || new RegExp(`\\bmod ${module};`).test(text)) continue;
      appendFileSync(list, `#[cfg(any())]\nmod ${module};\n`);
      declared += 1;
    }
  }
  if (declared === 0) throw new Trouble('No model was found to be changed.');
  return { engine: all.digest('hex'), sources: sources.digest('hex') };
}

/**
 * An unchanged file keeps its time, so that cargo only builds what changed.
 *
 * @param {string} file
 * @param {Buffer} content
 */
function writeToTree(file, content) {
  const path = join(tree, file);
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** All mutants of the copy, numbered from one. @param {string} tool @returns {Numbered[]} */
function found(tool) {
  const { stdout, stderr } = spawnSync(tool, ['mutants', '--list', '--json', '--package=ackscope-engine'], {
    cwd: source,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  /** @type {import('./mutate.mjs').Mutant[]} */
  const list = stdout === '' ? [] : JSON.parse(stdout);
  if (list.length === 0) throw new Trouble(stderr);
  return list.map((mutant, at) => {
    const { file, genre, span, replacement } = mutant;
    const place = `${file}:${String(span.start.line)}:${String(span.start.column)}`;
    const what = replacement === '' ? 'nothing' : replacement;
    return {
      ...mutant,
      id: at + 1,
      name: `${place}: ${genre} becomes ${what} in ${mutant.function?.function_name ?? 'a constant'}`,
    };
  });
}

/**
 * Writes the mutants into the tree and builds the tests. Mutants that do not compile are removed,
 * and the rest is built again.
 *
 * @param {readonly Numbered[]} mutants @param {string} key names this engine
 * @param {(line: string) => void} progress
 */
async function build(mutants, key, progress) {
  /** @type {Map<string, Numbered[]>} */
  const byFile = new Map();
  for (const mutant of mutants) byFile.set(mutant.file, [...(byFile.get(mutant.file) ?? []), mutant]);
  const unviable = unviableBefore(key);
  const most = mutants.reduce((last, { id }) => Math.max(last, id), 0);
  // Paths from the tool may contain `..`.
  const changed = new Set([...byFile.keys(), ENGINE].map((file) => normalize(file)));
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (!changed.has(file) && statSync(join(source, file)).isFile())
      writeToTree(file, readFileSync(join(source, file)));
  writeToTree(ENGINE, Buffer.from(`${readFileSync(join(source, ENGINE), 'utf8')}${choice(most)}`));
  for (;;) {
    /** @type {Map<string, Map<number, readonly number[]>>} */
    const owners = new Map();
    /** The first mutant of each mutant's function. @type {Map<number, number>} */
    const written = new Map();
    for (const [file, those] of byFile) {
      const result = withMutants(
        readFileSync(join(source, file), 'utf8'),
        those.filter(({ id }) => !unviable.has(id)),
      );
      writeToTree(normalize(file), Buffer.from(result.text));
      owners.set(file, result.owners);
      for (const [id, first] of result.written) written.set(id, first);
    }
    const { code, output } = await attempt(
      'cargo',
      ['test', ...PROFILE, '--lib', '--test', OUTSIDE, '--no-run', '--message-format=json'],
      {
        cwd: tree,
        env: { ...env, RUSTFLAGS: '-A warnings' },
        progress: () => progress(`cargo; ${String(unviable.size)} do not compile`),
      },
    );
    const messages = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    if (code === 0) {
      writeFileSync(unviableFile, JSON.stringify({ key, unviable: [...unviable] }));
      return { programs: programsOf(messages), written };
    }
    const before = unviable.size;
    for (const { reason, message } of messages) {
      if (reason !== 'compiler-message' || message.level !== 'error') continue;
      for (const { file_name: file, line_start: line, is_primary: isPrimary } of message.spans)
        if (isPrimary) for (const id of owners.get(file)?.get(line) ?? []) unviable.add(id);
    }
    if (unviable.size === before) throw new Trouble(output.slice(-6000));
  }
}

/** The mutants that did not compile last time. @param {string} key @returns {Set<number>} */
function unviableBefore(key) {
  if (!existsSync(unviableFile)) return new Set();
  const before = JSON.parse(readFileSync(unviableFile, 'utf8'));
  return new Set(before.key === key ? before.unviable : []);
}

/** @param {{ reason: string, executable?: string | null, target?: { name: string } }[]} messages */
function programsOf(messages) {
  return PROGRAMS.map((program) => {
    const path = messages.find(
      ({ reason, executable, target }) =>
        reason === 'compiler-artifact' && typeof executable === 'string' && target?.name === program,
    )?.executable;
    if (typeof path !== 'string') throw new Trouble(`cargo built no test called ${program}`);
    return { program, path };
  });
}

/** The verdicts of earlier runs, the latest last. @returns {Map<string, Verdict>} */
function verdictsBefore() {
  if (!existsSync(verdicts)) return new Map();
  const lines = readFileSync(verdicts, 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line.endsWith('}'))
      .map((line) => {
        /** @type {Verdict} */
        const verdict = JSON.parse(line);
        return [verdict.mutant, verdict];
      }),
  );
}

/**
 * A number unrelated to those of its neighbours: the multiplier is 2^32 over the golden ratio.
 *
 * @param {number} id
 */
const scattered = (id) => Math.imul(id, 2_654_435_769) >>> 0;
