/** Layers for the other flows of a lane: those of the group in focus, and those that compete with it. */
import type { FlowData, LaneData, Layer, TraceColumns } from '../types.ts';

/** The band of the group's flows in one series; empty for a single flow. */
export function groupBand(lane: LaneData, series: string, label: string): Layer[] {
  const members = lane.group.members.flatMap((flow) => flow.series(series).slice(0, 1));
  const first = members[0];
  if (members.length < 2 || first === undefined) return [];
  return [{ columns: first, members, style: 'band', ink: 'lane', label, scales: true }];
}

/** More curves than this in one row cannot be told apart. */
const MAX_RIVALS = 3;

/** The flows that share the path with the one in focus and have curves of their own; empty if they are too many. */
export function rivalsOf(lane: LaneData): readonly FlowData[] {
  const inGroup = new Set(lane.group.members.map(({ index }) => index));
  const rivals = lane.competing.filter(({ index }) => index !== lane.flow && !inGroup.has(index));
  return rivals.length > MAX_RIVALS ? [] : rivals;
}

/** A curve for each of them. */
export const rivalLines = (
  lane: LaneData,
  columnsOf: (flow: FlowData) => TraceColumns | undefined,
): Layer[] =>
  rivalsOf(lane).flatMap((flow) => {
    const columns = columnsOf(flow);
    return columns === undefined
      ? []
      : [{ columns, style: 'line' as const, ink: flow.look, label: flow.name, scales: true }];
  });

/** The label of the curve in focus: its own name where others have theirs. */
export const focusLabel = (lane: LaneData, label: string): string =>
  rivalsOf(lane).length === 0
    ? label
    : (lane.competing.find(({ index }) => index === lane.flow)?.name ?? label);
