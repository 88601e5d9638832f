import { scaleFor } from '@ackscope/charts';
import type { LaneView } from './laneData.ts';

/** A lane's goodput unit, its size in bit/s, and decimals for three significant digits. */
export function goodputForm(lane: LaneView): { unit: string; factor: number; decimals: number } {
  const { unit, factor } = scaleFor(lane.data.rateBps ?? 1e6, 'bps');
  return { unit, factor, decimals: (lane.data.rateBps ?? 0) / factor >= 100 ? 1 : 2 };
}
