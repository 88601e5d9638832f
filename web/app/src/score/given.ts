/** What each path of the report card is, in rows under its name. No React. */
import { formatNumber, formatQuantity } from '@ackscope/charts';
import type { Catalogue } from '@ackscope/engine';
import { bufferPackets, getPath } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { readLoss } from '../scenario/knobs.ts';
import { flowsOf, ratesOf, rttsOf, valuesWords } from '../scenario/pathWords.ts';

/** The rows by path, each with its unit; without scenarios they have no cells. */
export function pathRows(
  paths: readonly JsonObject[],
  algorithms: Catalogue['algorithms'],
): { name: string; cells: string[] }[] {
  const rows: readonly (readonly [string, (path: JsonObject) => string])[] = [
    ['Link, Mbit/s', (path) => inUnits(ratesOf(path), 1e6)],
    ['RTT, ms', (path) => inUnits(rttsOf(path), 1e-3)],
    ['Buffer, packets', bufferWords],
    ['Random loss', (path) => formatQuantity(readLoss(path), 'ratio')],
    ['Flows', (path) => flowsWords(path, algorithms)],
  ];
  return rows.map(([name, of]) => ({ name, cells: paths.map(of) }));
}

const inUnits = (values: readonly number[], one: number): string =>
  valuesWords(
    values.map((value) => value / one),
    '',
  ).replace(' and ', ', ');

/** First in, first out goes without saying. */
function bufferWords(path: JsonObject): string {
  const kind = getPath(path, 'hops.0.queue.kind');
  const queue = typeof kind === 'string' && kind !== 'drop-tail' ? `, ${kind.toUpperCase()}` : '';
  return formatNumber(bufferPackets(path) ?? NaN) + queue;
}

/** “1”, “1 + 1 CUBIC (RFC 9438)”, “1 + 4 New Reno back”: those of the row first. */
function flowsWords(path: JsonObject, algorithms: Catalogue['algorithms']): string {
  return (
    flowsOf(path)
      .map(({ count = 1, compared, algorithm, direction }) => {
        const name = algorithms.find(({ id }) => id === algorithm)?.name ?? '';
        const others = compared === true ? '' : ` ${name}${direction === 'backward' ? ' back' : ''}`;
        return `${typeof count === 'number' ? formatNumber(count, 9) : '?'}${others}`;
      })
      .join(' + ')
      // A number stays with its name: “1 + 1 CUBIC” stands above “(RFC 9438)”.
      .replaceAll(/ (?=\+)|(?<=[\d+]) |(?<=RFC) /g, '\u00a0')
  );
}
