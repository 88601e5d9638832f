/** The bar of a cell: how long it is, and how it stands to New Reno's. No React. */
import type { CellScore } from '@ackscope/engine';
import type { ScoreOrder } from '@ackscope/model/score';

/** A bar of delay is empty at the first value and full at the second. */
const [MIN_S, MAX_S] = [1e-3, 4];

/** What a cell's bar draws; null where its path has none. */
export const drawnOf = (drawn: ScoreOrder, cell: CellScore | null): CellScore['goodput_share'] | null =>
  (drawn === 'goodput' ? cell?.goodput_share : drawn === 'delay' ? cell?.p95_delay_s : cell?.jain_index) ??
  null;

const meanOf = (drawn: ScoreOrder, cell: CellScore | null): number | null =>
  drawnOf(drawn, cell)?.mean ?? null;

/** Share of its room, 0 to 1. A bar of delay is logarithmic. */
export function partOf(drawn: ScoreOrder, cell: CellScore | null): number | null {
  const mean = meanOf(drawn, cell);
  return mean === null ? null : placeOf(drawn, mean);
}

function placeOf(drawn: ScoreOrder, value: number): number {
  const part = drawn === 'delay' ? Math.log(Math.max(value, MIN_S) / MIN_S) / Math.log(MAX_S / MIN_S) : value;
  return Math.min(1, Math.max(0, part));
}

/** A shorter line, as a part of the bar, is not seen. */
const LEAST_SPREAD = 0.02;

/** Both ends of the 95 % interval over the seeds, on the bar's scale; null where it is too short to see. */
export function spreadOf(drawn: ScoreOrder, cell: CellScore | null): [low: number, high: number] | null {
  const value = drawnOf(drawn, cell);
  if (value?.mean == null || value.half_width === null || value.half_width === 0) return null;
  const { mean, half_width: half } = value;
  const [low, high] = [placeOf(drawn, mean - half), placeOf(drawn, mean + half)];
  return high - low < LEAST_SPREAD ? null : [low, high];
}

/** So much, in per cent, is a difference: a queue’s length varies by some packets where nothing differs. */
export const LEAST = 5;
/** From so much on, in per cent, a difference has the full tint. */
const FULL = 50;

export interface Way {
  way: 'none' | 'up' | 'down';
  /** How strong its colour is, 0 to 1. */
  tint: number;
}

const NO_WAY: Way = { way: 'none', tint: 0.6 };

/**
 * Better or worse than New Reno on the same path. The goodput of a flow that competes with another
 * algorithm has neither: what it gains, the other loses.
 */
export function wayOf(drawn: ScoreOrder, cell: CellScore | null, reference: CellScore | null): Way {
  if (drawn === 'goodput' && cell !== null && cell.friendliness !== null) return NO_WAY;
  const [mean, other] = [meanOf(drawn, cell), meanOf(drawn, reference)];
  if (mean === null || other === null || other <= 0) return NO_WAY;
  const change = Math.round((mean / other - 1) * 100);
  if (Math.abs(change) < LEAST) return NO_WAY;
  const tint = Math.min(1, Math.abs(change) / FULL);
  return { way: change > 0 === (drawn !== 'delay') ? 'up' : 'down', tint };
}
