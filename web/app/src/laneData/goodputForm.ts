import { scaleFor } from '@ackscope/charts';
import type { LaneView } from './laneData.ts';

/** A lane's own unit stands where the common one would show nothing of it. */
const FAR_BELOW = 100;

/** The largest goodput that a lane's head tells; before the first result the rate of its link. */
function mostBps({ run, data }: LaneView): number {
  const flow = run.stale ? undefined : run.results?.flows.find(({ index }) => index === run.trace?.focus);
  const most = Math.max(0, ...(flow?.windows ?? []).map(({ goodput_bps }) => goodput_bps));
  return most > 0 ? most : (data.rateBps ?? 1e6);
}

/**
 * A lane's goodput unit, its size in bit/s, and decimals for three significant digits. Lanes beside each other have one
 * unit, which fits their numbers: a link may be a hundred times faster than what a flow gets.
 */
export function goodputForm(
  lane: LaneView,
  lanes: readonly LaneView[],
): { unit: string; factor: number; decimals: number } {
  const own = mostBps(lane);
  const common = Math.max(own, ...lanes.map(mostBps));
  const fits = own * FAR_BELOW < common ? own : common;
  const { unit, factor } = scaleFor(fits, 'bps');
  return { unit, factor, decimals: fits / factor >= 100 ? 1 : 2 };
}
