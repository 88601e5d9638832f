/** The bar of a cell: how long it is, and how it stands to New Reno's. No React. */
import type { CellScore } from '@ackscope/engine';
import type { ScoreOrder } from '@ackscope/model/score';

/** A bar of delay is empty at the first value and full at the second. */
const [MIN_S, MAX_S] = [1e-3, 4];

/** The number that a cell's bar draws; null where its path has none. */
export const meanOf = (drawn: ScoreOrder, cell: CellScore | null): number | null =>
  (drawn === 'goodput'
    ? cell?.goodput_share.mean
    : drawn === 'delay'
      ? cell?.p95_delay_s.mean
      : cell?.jain_index?.mean) ?? null;

/** Share of its room, 0 to 1. A bar of delay is logarithmic. */
export function partOf(drawn: ScoreOrder, cell: CellScore | null): number | null {
  const mean = meanOf(drawn, cell);
  if (mean === null) return null;
  const part = drawn === 'delay' ? Math.log(mean / MIN_S) / Math.log(MAX_S / MIN_S) : mean;
  return Math.min(1, Math.max(0, part));
}

/** So much, in per cent, is a difference: a queue’s length varies by some packets where nothing differs. */
const LEAST: Readonly<Record<ScoreOrder, number>> = { goodput: 1, delay: 5, fairness: 1 };

/** Better or worse than New Reno on the same path. */
export function wayOf(
  drawn: ScoreOrder,
  cell: CellScore | null,
  reference: CellScore | null,
): 'none' | 'up' | 'down' {
  const [mean, other] = [meanOf(drawn, cell), meanOf(drawn, reference)];
  if (mean === null || other === null || other <= 0) return 'none';
  const change = Math.round((mean / other - 1) * 100);
  return Math.abs(change) < LEAST[drawn] ? 'none' : change > 0 === (drawn !== 'delay') ? 'up' : 'down';
}
