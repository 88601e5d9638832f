/** Numbers of a report card as text. */
import { formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import type { AlgorithmScore, CellScore } from '@ackscope/engine';
import type { ScoreOrder } from '@ackscope/model/score';

type Summary = CellScore['goodput_bps'];

export const percent = (value: number | null | undefined, significant = 3): string =>
  value == null ? '–' : `${formatNumber(value * 100, significant)} %`;

/** A mean; with the number of seeds that define it, if not all do. */
export function meanWords(value: Summary | null, seeds: number, words: (mean: number) => string): string {
  if (value?.mean == null) return '–';
  const some = value.count < seeds ? ` (${value.count} of ${seeds})` : '';
  return `${words(value.mean)}${some}`;
}

/**
 * Half the 95 % interval, to two digits and in the mean's unit. A path without randomness gives the
 * same run for every seed.
 */
export function halfWords(value: Summary, words: (half: number, mean: number) => string): string {
  if (value.mean === null) return '';
  if (value.half_width === null) return value.count > 1 ? 'same' : '';
  return value.half_width === 0 ? 'same' : `± ${words(value.half_width, value.mean)}`;
}

/**
 * Half an interval of a mean, to two digits, in the mean's unit: 58.6 ms is compared with 0.11 ms,
 * not with 107 µs.
 */
export function formatHalf(half: number, mean: number, unit: Unit): string {
  const scale = scaleFor(mean, unit);
  return `${formatNumber(half / scale.factor, 2)} ${scale.unit}`.trimEnd();
}

/** A cell as text, for readers who do not see its bars. */
export function cellWords(cell: CellScore | null): string {
  if (cell === null) return 'not run yet';
  const parts = [
    `${formatQuantity(cell.goodput_bps.mean, 'bps')}, ${percent(cell.goodput_share.mean)} of the fair share`,
    `p95 delay ${formatQuantity(cell.p95_delay_s.mean, 's')}`,
  ];
  if (cell.jain_index !== null) parts.push(`Jain index ${formatNumber(cell.jain_index.mean)}`);
  return parts.join(', ');
}

/** The relative difference of a cell's goodput from New Reno's on that path. */
export function changeOf(cell: CellScore | null, reference: CellScore | null): number | null {
  const [mean, other] = [cell?.goodput_bps.mean, reference?.goodput_bps.mean];
  return mean == null || other == null || other <= 0 ? null : mean / other - 1;
}

export function changeWords(change: number | null): string {
  if (change === null) return '–';
  const rounded = Math.round(change * 100);
  return (rounded === 0 ? '0' : `${rounded > 0 ? '+' : '−'}${formatNumber(Math.abs(rounded), 9)}`) + ' %';
}

/** What the cells draw, in the corner of the table. */
export const KEYS: Readonly<Record<ScoreOrder, string>> = {
  goodput: '% of fair share',
  delay: 'p95 queueing delay',
  fairness: 'Jain index',
};

/** The key of bars and colours. */
export const BARS: Readonly<Record<ScoreOrder, string>> = {
  goodput:
    'Bar and number: goodput in % of the fair share. That is the whole link, or half of it beside a rival; means count more than 100 % as 100 %. Green is better than New Reno, red is worse. Grey: less than 5 % apart, or a rival pays for the gain.',
  delay:
    'Bar and number: p95 queueing delay, on a logarithmic scale from 1 ms to 4 s. Green is shorter than New Reno’s, red is longer, grey less than 5 % apart.',
  fairness:
    'Bar and number: Jain index, full where all flows get the same. Green is fairer than New Reno, red is less fair, grey less than 5 % apart.',
};

/** The key of the line in a bar. */
export const spreadWords = (seeds: number): string =>
  `Line: 95 % interval of ${formatNumber(seeds, 9)} seeds; none where it is too short to see.`;

/** The number in a bar: what the bar draws. The key says the unit of a share: there is no room for the sign. */
export function barWords(drawn: ScoreOrder, cell: CellScore | null): string {
  if (drawn === 'delay') return formatQuantity(cell?.p95_delay_s.mean ?? null, 's', 2);
  if (drawn === 'fairness') return formatNumber(cell?.jain_index?.mean ?? NaN, 2);
  return formatNumber(100 * (cell?.goodput_share.mean ?? NaN), 2);
}

/** The name of an algorithm; for a script, its id. */
export function nameOf(
  row: Pick<AlgorithmScore, 'algorithm'>,
  algorithms: readonly { id: string; name: string }[],
): string {
  return algorithms.find(({ id }) => id === row.algorithm)?.name ?? row.algorithm;
}
