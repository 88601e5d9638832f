import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { fromRoot, which } from './paths.mjs';
import { run } from './run.mjs';
import { Trouble, main, say } from './terminal.mjs';

// Measures this machine's kernel in the cases of core/lab/reference/kernel-fast.json, with the bench
// of core/lab/benches/kernel. The scenario of a case says everything that the bench needs.

const HELP = `npm run bench:kernel [-- --write] [PART OF A NAME…]

Measures the TCP of this machine's kernel over an emulated bottleneck, case by case, and prints its figures. Needs Linux,
root, gcc, and a machine that can spare a processor. With --write the figures replace those of the cases in
core/lab/reference/kernel-fast.json; "npm run validate -- kernel" then measures the engine, and "npm run generate" compares.`;

const CASES = 'core/lab/reference/kernel-fast.json';
const SOURCE = 'core/lab/benches/kernel/bench.c';
const RUNS = 3;
const ATTEMPTS = 14;
/** A run counts if 999 of 1000 packets left the emulator no later than this, in microseconds; where two processors work, the second. */
const LATE_US = [2000, 5000];
/** The bench takes two processors above this rate. */
const ONE_PROCESSOR_BPS = 200e6;
const LAWS = /** @type {Record<string, string>} */ ({ sack: 'reno', 'cubic-rfc9438': 'cubic', bbr: 'bbr' });

/**
 * @typedef {[string, [number, number] | null, number, number, number]} Figure
 * @typedef {{ duration: number, hops: { rate: number, delay: number, queue: { capacity: number },
 *   loss: { packets?: number[] } }[], flows: { algorithm: string }[] }} Scenario
 * @typedef {{ name: string, path: string, late_us: number, scenario: Scenario, figures: Figure[] }} Case
 * @typedef {{ measured: string, kernel: string, cases: Case[] }} Cases
 * @typedef {{ late_us: number[], gap_max_us: number, intervals: Record<string, number>[] }} Measured
 */

/**
 * One figure per line, so that a change is easy to see.
 *
 * @param {Cases} all
 */
function text(all) {
  const of = (/** @type {Case} */ { figures, ...head }) => {
    const lines = figures.map((figure) => `      ${JSON.stringify(figure)}`);
    return `    ${JSON.stringify(head).slice(0, -1)},\n    "figures": [\n${lines.join(',\n')}\n    ]}`;
  };
  const { cases, ...head } = all;
  return `${JSON.stringify(head).slice(0, -1)}, "cases": [\n${cases.map(of).join(',\n')}\n]}\n`;
}

/**
 * @param {string} bench
 * @param {Case} one
 */
async function measure(bench, one) {
  const { duration, hops, flows } = one.scenario;
  const [hop, flow] = [hops[0], flows[0]];
  const law = LAWS[flow?.algorithm ?? ''];
  if (hop === undefined || law === undefined) throw new Trouble(`${one.name} has no law of the kernel.`);
  const intervals = one.figures.map((figure) => figure[1] ?? [0, duration]);
  const words = [law, hop.rate, hop.delay, hop.queue.capacity, duration];
  // The engine counts the SYN as packet 0.
  const lost = (hop.loss.packets ?? []).map((packet) => packet - 1);
  const runs = /** @type {Measured[]} */ ([]);
  for (let attempt = 0; attempt < ATTEMPTS && runs.length < RUNS; attempt += 1) {
    const args = [...words.map(String), intervals.map((interval) => interval.join(':')).join(',')];
    const output = await run(bench, lost.length > 0 ? [...args, lost.join(',')] : args);
    const measured = /** @type {Measured} */ (JSON.parse(output));
    const late = measured.late_us[2] ?? Infinity;
    const kept = late <= (LATE_US[hop.rate > ONE_PROCESSOR_BPS ? 1 : 0] ?? 0);
    say(`  ${one.name}: p99.9 of lateness ${late} µs, ${kept ? 'kept' : 'dropped'}`);
    if (kept) runs.push(measured);
  }
  if (runs.length === 0) {
    say(`  ${one.name}: ${ATTEMPTS} runs were late. Is the machine busy?`);
    return;
  }
  one.late_us = Math.max(...runs.map((measured) => measured.late_us[2] ?? 0));
  for (const [place, figure] of one.figures.entries()) {
    const values = runs.map((measured) => measured.intervals[place]?.[figure[0]] ?? NaN);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    figure.splice(2, 3, Math.min(...values), Number(mean.toFixed(4)), Math.max(...values));
    say(`    ${figure[0]} ${figure[1]?.join(' to ') ?? ''}: ${values.join(', ')}`);
  }
}

main(async () => {
  const words = process.argv.slice(2).filter((word) => word !== '--');
  if (words.includes('--help')) {
    say(HELP);
    return 0;
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Trouble(`This needs root on Linux.\n\n${HELP}`);
  if (which('gcc') === null)
    throw new Trouble('There is no gcc. Debian, Ubuntu: apt-get install gcc libc6-dev');
  const write = words.includes('--write');
  const parts = words.filter((word) => word !== '--write');
  const all = /** @type {Cases} */ (JSON.parse(readFileSync(fromRoot(CASES), 'utf8')));
  const wanted = all.cases.filter(
    ({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)),
  );
  if (wanted.length === 0) throw new Trouble(`No case has a name with ${parts.join(' or ')}.\n\n${HELP}`);
  mkdirSync(fromRoot('target'), { recursive: true });
  const bench = fromRoot('target/kernel-bench');
  await run('gcc', ['-O2', '-Wall', '-o', bench, fromRoot(SOURCE), '-lpthread']);
  for (const one of wanted) {
    await measure(bench, one);
    if (!write) continue;
    Object.assign(all, { measured: new Date().toISOString().slice(0, 10), kernel: release().split('-')[0] });
    writeFileSync(fromRoot(CASES), text(all));
  }
  return 0;
});
