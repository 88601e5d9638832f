/** Lanes whose rows hold the runs of many seeds, and the start of each. */
import type { Signal, TraceColumns } from '@ackscope/charts';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { useSignal } from '../base/useSignal.ts';
import { seedsOf } from './follow.ts';
import type { Seeds } from './follow.ts';
import { joinedSeries, startsOf } from './join.ts';

export function seedLanes(lanes: readonly LaneView[], seeds: Seeds | null): LaneView[] {
  return lanes.map((lane, index) => {
    const traces = (seeds?.runs ?? []).flatMap((run) => run[index] ?? []);
    const focus = lane.run.trace?.focus ?? 0;
    const { durationS } = lane.data;
    const known = new Map<string, TraceColumns[]>();
    const series = (name: string): readonly TraceColumns[] => {
      const made = known.get(name) ?? joinedSeries(traces, focus, name, durationS);
      known.set(name, made);
      return made;
    };
    const data = { ...lane.data, series, recorded: series, revision: traces.length };
    return { ...lane, data, starts: startsOf(traces.length, durationS) };
  });
}

export function useSeeds(isWanted: boolean): Seeds | null {
  const seeds = seedsOf(useLab());
  return useSignal(isWanted ? seeds : NOTHING);
}

const NOTHING: Signal<Seeds | null> = { get: () => null, subscribe: () => () => undefined };
