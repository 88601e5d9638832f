/** What a path needs before it is drawn: its height, and how much of a run to replay. */
import type { LaneInfo } from '@ackscope/engine';

/** The kind of link, guessed from its rate, its delay and its losses. */
export type Medium = 'wire' | 'radio' | 'satellite';

/** The height that a path needs: joining flows and satellites are above the line. */
export type PathRoom = 'plain' | 'joins' | 'satellite';

/** Longer than light in a fibre (200 km per millisecond) needs half around the Earth, one way. */
const BEYOND_EARTH_S = 0.1;

export function mediumOf(info: LaneInfo, hop: number): Medium {
  const channels = info.hops.filter((item) => item.hop === hop);
  const losses = channels.map((item) => item.loss_kind);
  const isDrawn = channels.some(
    (item) => item.delay_over_time?.kind === 'handover' || item.rate_model === 'leo',
  );
  // These models are for hand-overs from one satellite to the next.
  if (isDrawn || losses.includes('handoff') || channels.some((item) => item.delay_s > BEYOND_EARTH_S))
    return 'satellite';
  const isRadio = channels.some((item) => item.rate_model != null);
  return losses.every((kind) => kind === 'none') && !isRadio ? 'wire' : 'radio';
}

export function hopCountOf(info: LaneInfo): number {
  return info.hops.reduce((most, hop) => Math.max(most, hop.hop + 1), 1);
}

export function joiningRouters(info: LaneInfo): number[] {
  const last = hopCountOf(info);
  const inner = info.flows.flatMap((flow) => [flow.from, flow.to]).filter((at) => at > 0 && at < last);
  return [...new Set(inner)].sort((a, b) => a - b);
}

export function roomFor(info: LaneInfo): PathRoom {
  if (info.hops.some((item) => mediumOf(info, item.hop) === 'satellite')) return 'satellite';
  return joiningRouters(info).length > 0 ? 'joins' : 'plain';
}

/** The longest time a packet of this lane is in flight: a replay starts that much earlier. */
export function longestTripS(info: LaneInfo): number {
  const propagationS = info.flows.reduce((most, flow) => Math.max(most, flow.rtt_s), 0.01);
  const queueingS = info.hops.reduce((sum, hop) => {
    const capacity = hop.capacity_packets ?? 0;
    return sum + (hop.rate_bps > 0 ? (capacity * 1500 * 8) / hop.rate_bps : 0);
  }, 0);
  return propagationS / 2 + queueingS;
}
