/** Layers of a lane's flow in focus, over the band of the group it is of. */
import type { LaneData, Layer } from '../types.ts';

/** The band of a group's flows in one series, where it is a group. */
export function groupBand(lane: LaneData, series: string, label: string): Layer[] {
  const members = lane.group.members.flatMap((flow) => flow.series(series).slice(0, 1));
  const first = members[0];
  if (members.length < 2 || first === undefined) return [];
  return [{ columns: first, members, style: 'band', ink: 'lane', label, scales: true }];
}
