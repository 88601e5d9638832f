/** The hop that limits a flow, and how channels are numbered. */
import type { HopInfo, LaneInfo } from '@ackscope/engine';
import { firstFocus } from './trace.ts';

/** The hop that limits a flow: the slowest on its path. By default for the first compared flow. */
export function bottleneck(info: LaneInfo, index = firstFocus(info)): HopInfo | null {
  const flow = info.flows.find((item) => item.index === index);
  if (!flow) return null;
  const [first, last] = [Math.min(flow.from, flow.to), Math.max(flow.from, flow.to)];
  const crossed = info.hops.filter(
    (hop) => hop.direction === flow.direction && hop.hop >= first && hop.hop < last,
  );
  return crossed.reduce<HopInfo | null>(
    (slowest, hop) => (slowest === null || hop.rate_bps < slowest.rate_bps ? hop : slowest),
    null,
  );
}

/** The number of the channel that limits a flow, 2·hop + (backward ? 1 : 0); -1 if none. */
export function bottleneckChannel(info: LaneInfo, index: number): number {
  const hop = bottleneck(info, index);
  return hop === null ? -1 : channelOf(hop);
}

/** The number of a hop's channel in one direction. */
export const channelOf = ({ hop, direction }: Pick<HopInfo, 'hop' | 'direction'>): number =>
  2 * hop + (direction === 'backward' ? 1 : 0);
