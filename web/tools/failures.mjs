import { readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';
import { ask } from './run.mjs';
import { Trouble } from './terminal.mjs';

/** The published failures, each with its source, written before the first search; and what a search found of them. */
const LIST = 'core/lab/reference/failures.json';
const MEASURED = 'core/lab/reference/failures-measured.json';

/**
 * @typedef {{ name: string, algorithm: string, script?: string, objectives: string[], dimensions?: string[],
 *   values?: [least: number, most: number], neighbour?: string, source: string }} Failure
 * @typedef {{ objective: string, cause: string, witness: string, low: number, network: string,
 *   changes: { dimension: string, value: number }[] }} Find
 * @typedef {{ version: string, engine_fingerprint: string, runs: number, finds: Find[] }} Report
 */

/**
 * The find that is this failure: the right way to fail, and one of the right things in its network, on the right side if
 * the source names one (a shallow buffer). Strict: a find that merely has another name does not count. Of several it is the
 * one of the smallest network, and then the strongest.
 *
 * @param {Failure} failure @param {readonly Find[]} finds
 */
const foundOf = (
  { objectives, dimensions, values: [least, most] = [-Infinity, Infinity], neighbour },
  finds,
) =>
  finds
    .filter(
      ({ objective, changes, witness }) =>
        objectives.includes(objective) &&
        (dimensions === undefined ||
          changes.some(
            ({ dimension, value }) => dimensions.includes(dimension) && value >= least && value <= most,
          )) &&
        (neighbour === undefined || witness === neighbour),
    )
    .sort((a, b) => a.changes.length - b.changes.length)[0];

/**
 * Searches for what breaks each algorithm of the list, with the default budget, and records what is found again.
 *
 * @param {readonly string[]} program the command `ackscope` with its first arguments
 * @param {(text: string) => void} progress
 */
export function repeatFailures(program, progress) {
  const failures = /** @type {Failure[]} */ (JSON.parse(readFileSync(fromRoot(LIST), 'utf8')));
  const reports = /** @type {Map<string, Report>} */ (new Map());
  const [command = '', ...first] = program;
  for (const { algorithm, script } of failures) {
    if (reports.has(algorithm)) continue;
    progress(algorithm);
    const file = script === undefined ? algorithm : fromRoot(`core/script/library/${script}.ack`);
    const text = ask(command, [...first, 'break', file, '--json']);
    if (text === null) throw new Trouble(`\`ackscope break ${algorithm}\` failed: run it to see why.`);
    reports.set(algorithm, /** @type {Report} */ (JSON.parse(text)));
  }
  const [any] = reports.values();
  const rows = failures.map((failure) => {
    const find = foundOf(failure, reports.get(failure.algorithm)?.finds ?? []);
    const found = find && {
      objective: find.objective,
      cause: find.cause,
      witness: find.witness,
      low: Number(find.low.toPrecision(3)),
      network: find.network,
    };
    return `${JSON.stringify(failure.name)}: ${JSON.stringify(found ?? null)}`;
  });
  const engine = `${any?.version ?? ''} (${any?.engine_fingerprint ?? ''})`;
  writeFileSync(
    fromRoot(MEASURED),
    `{\n"engine": ${JSON.stringify(engine)},\n"found": {\n${rows.join(',\n')}\n}\n}\n`,
  );
  return `${String(rows.filter((row) => !row.endsWith('null')).length)} of ${String(rows.length)} found again`;
}
