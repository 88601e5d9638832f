import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repeatFailures } from './failures.mjs';
import './node-version.mjs';
import { fromRoot } from './paths.mjs';
import { keep, run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * Repeats the papers and writes docs/validation.md from the results. `npm run validate` repeats all
 * of them in full, in some eighteen hours of one core; `npm run validate -- gm04-table1 mv06-table1` only these; `--
 * --from DIR` only imports the results of `ackscope reproduce --out DIR`; `-- --stale` repeats only
 * what other settings or older rules measured; `-- kernel` measures only the list of a kernel's
 * cases; `-- break` only searches for the published failures; `-- fit` only fits curves of known paths. Finished runs are stored in target/validation, so
 * that an interrupted command continues when it is repeated.
 */

/**
 * @typedef {{ metric: string, keys: unknown[], count: number, mean: number | null,
 *   min: number | null, max: number | null, half_width: number | null }} Cell
 */
/** @typedef {{ id: string, rules?: string, cells: Cell[] }} Numbers */

const RESULTS = fromRoot('core/lab/results');

/**
 * File with the rules that measured the results: in the results, and in the output of `ackscope
 * reproduce --out`.
 */
const RULES = 'rules.json';

/** Six digits are enough. @param {number | null} x */
const rounded = (x) => (x === null ? null : Number(x.toPrecision(6)));

/** One cell per line, so that a changed number is one line of a diff. @param {Numbers} numbers */
function textOf({ cells, ...rest }) {
  const lines = cells.map(({ mean, min, max, half_width, ...cell }) =>
    JSON.stringify({
      ...cell,
      mean: rounded(mean),
      min: rounded(min),
      max: rounded(max),
      half_width: rounded(half_width),
    }),
  );
  return `${JSON.stringify(rest).slice(0, -1)},"cells":[\n${lines.join(',\n')}\n]}`;
}

/** @param {string} folder @param {readonly string[]} ids all if empty */
function takeOver(folder, ids) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== RULES);
  const wanted = names.filter((name) => ids.length === 0 || ids.includes(name.replace(/\.json$/, '')));
  for (const name of wanted) {
    const { numbers, variants } = /** @type {{ numbers: Numbers, variants: Numbers[] }} */ (
      JSON.parse(readFileSync(join(folder, name), 'utf8'))
    );
    writeFileSync(join(RESULTS, name), `[\n${[numbers, ...variants].map(textOf).join(',\n')}\n]\n`);
  }
  takeOverRules(folder);
  return wanted.length;
}

/** Keeps the rules that a result names, one per line. @param {string} folder */
function takeOverRules(folder) {
  const known = /** @type {Record<string, unknown>} */ ({});
  for (const file of [join(RESULTS, RULES), join(folder, RULES)])
    if (existsSync(file)) Object.assign(known, JSON.parse(readFileSync(file, 'utf8')));
  const results = readdirSync(RESULTS).filter((name) => name !== RULES);
  const all = results.flatMap(
    (name) => /** @type {Numbers[]} */ (JSON.parse(readFileSync(join(RESULTS, name), 'utf8'))),
  );
  const named = [...new Set(all.flatMap(({ rules }) => rules ?? []))].sort();
  const lines = named
    .filter((name) => name in known)
    .map((name) => `"${name}": ${JSON.stringify(known[name])}`);
  writeFileSync(join(RESULTS, RULES), `{\n${lines.join(',\n')}\n}\n`);
}

main(async () => {
  const args = process.argv.slice(2);
  const stale = args.indexOf('--stale');
  if (stale >= 0) args.splice(stale, 1);
  const at = args.indexOf('--from');
  const from = at < 0 ? undefined : args.splice(at, 2)[1];
  if (at >= 0 && from === undefined)
    throw new Trouble('--from needs the folder that `ackscope reproduce --out` wrote.');
  await ensureRust();
  const toBreak = args.indexOf('break');
  if (toBreak >= 0) args.splice(toBreak, 1);
  const toFit = args.indexOf('fit');
  if (toFit >= 0) args.splice(toFit, 1);
  const kernel = args.indexOf('kernel');
  if (kernel >= 0) args.splice(kernel, 1);
  const onlyKernel =
    (kernel >= 0 || toBreak >= 0 || toFit >= 0) && args.length === 0 && stale < 0 && from === undefined;
  const folder = from ?? fromRoot('target/validation');
  if (from === undefined && !onlyKernel) {
    const what = args.length === 0 ? ['--all'] : [...args];
    if (stale >= 0) what.push('--recorded', RESULTS);
    const cargo = ['run', '--release', '--locked', '--quiet', '-p', 'ackscope-cli', '--', 'reproduce'];
    // The command's own progress is more detailed than ours.
    const code = await keep('cargo', [...cargo, ...what, '--out', folder], fromRoot('.'));
    if (code !== 0) throw new Trouble('It was stopped. Given again, it goes on from here.');
  }
  if (!onlyKernel)
    await step(
      { title: 'Results', why: 'into core/lab/results' },
      async () => `${takeOver(folder, args)} experiments`,
    );
  const isAll = from === undefined && args.length === 0 && kernel < 0 && toBreak < 0 && toFit < 0;
  if (kernel >= 0 || isAll)
    await step({ title: 'Kernel', why: 'its cases, case by case' }, async (progress) => {
      const bin = ['run', '--release', '--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'kernel'];
      await run('cargo', bin, { progress });
      return 'measured';
    });
  if (toBreak >= 0 || isAll)
    await step({ title: 'Failures', why: 'published ones, searched for without a hint' }, (progress) => {
      const program = ['cargo', 'run', '--release', '--quiet', '--locked', '-p', 'ackscope-cli', '--'];
      return Promise.resolve(repeatFailures(program, progress));
    });
  if (toFit >= 0 || isAll)
    await step({ title: 'Fits', why: 'curves of known paths; some minutes' }, async (progress) => {
      const bin = ['run', '--release', '--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'fit'];
      await run('cargo', bin, { progress });
      return 'measured';
    });
  await step({ title: 'Validation', why: 'docs/validation.md and its charts' }, async (progress) => {
    await run('cargo', ['run', '--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'generate', '--'], {
      progress,
    });
    return 'written';
  });
});
