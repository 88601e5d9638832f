/** Layers for the group of flows that the flow in focus belongs to. */
import type { LaneData, Layer } from '../types.ts';

/** The band of the group's flows in one series; empty for a single flow. */
export function groupBand(lane: LaneData, series: string, label: string): Layer[] {
  const members = lane.group.members.flatMap((flow) => flow.series(series).slice(0, 1));
  const first = members[0];
  if (members.length < 2 || first === undefined) return [];
  return [{ columns: first, members, style: 'band', ink: 'lane', label, scales: true }];
}
