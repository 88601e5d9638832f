import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import './node-version.mjs';
import { fromRoot } from './paths.mjs';
import { keep, run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { Trouble, main, step } from './terminal.mjs';

/**
 * Repeats the papers and writes docs/validation.md from what came of it: `npm run validate` all of
 * them, in full, an hour or two; `npm run validate -- gm04-table1 mv06-table1` these; `-- --from
 * DIR` only takes over what `ackscope reproduce --out DIR` left. Finished runs lie in
 * target/validation: given again, the command goes on where it was stopped.
 */

/** @typedef {{ metric: string, keys: unknown[], count: number, mean: number | null, min: number | null, max: number | null, half_width: number | null }} Cell */
/** @typedef {{ id: string, rules?: string, cells: Cell[] }} Numbers */

const RESULTS = fromRoot('core/lab/results');

/** The rules that measured the results, by their names: among the results, and among what `ackscope reproduce --out` left. */
const RULES = 'rules.json';

/** Six digits tell what there is to tell. @param {number | null} x */
const rounded = (x) => (x === null ? null : Number(x.toPrecision(6)));

/** One cell a line: a change of a number is a line of a diff. @param {Numbers} numbers */
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

/** Keeps the rules that a result names, one a line. @param {string} folder */
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
  const at = args.indexOf('--from');
  const from = at < 0 ? undefined : args.splice(at, 2)[1];
  if (at >= 0 && from === undefined)
    throw new Trouble('--from needs the folder that `ackscope reproduce --out` wrote.');
  await ensureRust();
  const folder = from ?? fromRoot('target/validation');
  if (from === undefined) {
    const what = args.length === 0 ? ['--all'] : args;
    const cargo = ['run', '--release', '--locked', '--quiet', '-p', 'ackscope-cli', '--', 'reproduce'];
    // Its own progress is better than ours.
    const code = await keep('cargo', [...cargo, ...what, '--out', folder], fromRoot('.'));
    if (code !== 0) throw new Trouble('It was stopped. Given again, it goes on from here.');
  }
  await step(
    { title: 'Results', why: 'into core/lab/results' },
    async () => `${takeOver(folder, args)} experiments`,
  );
  await step({ title: 'Validation', why: 'docs/validation.md and its charts' }, async (progress) => {
    await run('cargo', ['run', '--quiet', '--locked', '-p', 'ackscope-xtask', '--bin', 'generate', '--'], {
      progress,
    });
    return 'written';
  });
});
