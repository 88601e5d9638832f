import './node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, which } from './paths.mjs';
import { ask, run } from './run.mjs';
import { ensureRust } from './rust.mjs';
import { Trouble, green, main, red, say } from './terminal.mjs';

// The cost of the engine's workloads, in instructions. This number does not depend on the machine's
// load, so it can be compared with a budget, unlike a time.

const HELP = `npm run bench:gate [-- --write] [WORKLOAD…]

Counts the instructions of the engine's workloads with valgrind and holds them against core/lab/budget.json.
With --write the counts become the budget.`;

const BUDGET = 'core/lab/budget.json';
/** The same compiler gives the same instructions; the linker and the C library may still differ. */
const TOLERANCE = 0.02;
/** Another compiler arranges the same code differently. */
const TOLERANCE_OF_ANOTHER_COMPILER = 0.15;

/**
 * @typedef {{ duration: string, instructions: number, recorded: number }} Cost per delivered
 *   segment, without and with what the page records
 * @typedef {{ compiler: string, why: string, workloads: Record<string, Cost> }} Budget `why` tells what was last
 *   allowed to cost more
 */

/**
 * Instructions per delivered segment.
 *
 * @param {string} binary
 * @param {string} id
 * @param {string} duration
 * @param {string[]} more
 */
async function count(binary, id, duration, more) {
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', binary];
  const bench = ['bench', id, '--runs', '1', '--duration', duration, '--json', ...more];
  const output = await run('valgrind', [...valgrind, ...bench]);
  const instructions = /I\s+refs:\s+([\d,]+)/.exec(output)?.[1]?.replaceAll(',', '');
  const segments = /"delivered_segments": (\d+)/.exec(output)?.[1];
  if (instructions === undefined || segments === undefined) {
    throw new Trouble(`Valgrind did not count the instructions of ${id}:\n\n${output}`);
  }
  return Math.round(Number(instructions) / Number(segments));
}

main(async () => {
  const names = process.argv.slice(2).filter((name) => name !== '--');
  if (names.includes('--help')) {
    say(HELP);
    return 0;
  }
  if (which('valgrind') === null) {
    throw new Trouble(
      'There is no valgrind. Debian, Ubuntu: apt-get install valgrind; Fedora: dnf install valgrind.',
    );
  }
  await ensureRust();
  await run('cargo', ['build', '--release', '--locked', '-p', 'ackscope-cli'], { echo: true });
  const binary = fromRoot('target/release/ackscope');
  const compiler = ask('rustc', ['--version']) ?? '';
  const budget = /** @type {Budget} */ (JSON.parse(readFileSync(fromRoot(BUDGET), 'utf8')));
  const write = names.includes('--write');
  const only = names.filter((name) => name !== '--write');
  const unknown = only.find((name) => !(name in budget.workloads));
  if (unknown !== undefined) throw new Trouble(`There is no budget for “${unknown}”.\n\n${HELP}`);
  const tolerance = compiler === budget.compiler ? TOLERANCE : TOLERANCE_OF_ANOTHER_COMPILER;
  if (!write && compiler !== budget.compiler) {
    say(`The budget was written with ${budget.compiler}; this is ${compiler}, so more may differ.`);
  }

  let exceeded = 0;
  for (const [id, cost] of Object.entries(budget.workloads)) {
    if (only.length > 0 && !only.includes(id)) continue;
    const found = {
      instructions: await count(binary, id, cost.duration, []),
      recorded: await count(binary, id, cost.duration, ['--record']),
    };
    for (const key of /** @type {const} */ (['instructions', 'recorded'])) {
      const ratio = found[key] / cost[key];
      const holds = write || ratio <= 1 + tolerance;
      if (!holds) exceeded += 1;
      const title = `${id}${key === 'recorded' ? ', recorded' : ''}`.padEnd(34);
      const change = `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)} %`;
      say(
        `  ${holds ? green('within') : red('ABOVE ')}  ${title} ${String(found[key]).padStart(6)} ` +
          `instructions per segment, budget ${String(cost[key]).padStart(6)}  ${change.padStart(8)}`,
      );
    }
    if (write) Object.assign(cost, found);
  }
  if (write) {
    writeFileSync(fromRoot(BUDGET), `${JSON.stringify({ ...budget, compiler }, null, 2)}\n`);
    say(`Written to ${BUDGET}. Say in the commit message why it moved.`);
  } else if (exceeded === 0) {
    say('\nNothing costs more than its budget. If much costs less: npm run bench:gate -- --write');
  }
  return exceeded === 0 ? 0 : 1;
});
