import type { LaneData, TraceColumns } from '../src/types.ts';

/** A lane with one flow at 2 Mbit/s; `series` lists the recorded series. */
export function laneOf(
  series: Record<string, readonly TraceColumns[]>,
  change: Partial<LaneData> = {},
): LaneData {
  const named = (name: string): readonly TraceColumns[] => series[name] ?? [];
  const nothing = { count: 0, timeS: new Float64Array(0) };
  return {
    name: 'New Reno',
    colour: 'vermilion',
    dash: [],
    revision: 1,
    simulatedS: 1000,
    durationS: 1000,
    rttS: 0.25,
    packetBits: 12_000,
    flow: 0,
    group: { members: [], size: 1 },
    competing: [],
    losses: { ...nothing, kind: new Uint8Array(0) },
    phases: { ...nothing, phase: new Uint8Array(0) },
    packets: null,
    series: named,
    recorded: named,
    rateBps: 2e6,
    capacityPackets: 40,
    estimateRole: 'none',
    ...change,
  };
}
