/** Replays the time around an occasion until its story is whole. */
import { useEffect, useMemo, useState } from 'react';
import type { IntervalDetail } from '@ackscope/engine';
import { bottleneck, roundTripS } from '@ackscope/model';
import { useLab } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { nearestTo, occasionsOf } from './occasions.ts';
import type { Occasion } from './occasions.ts';
import { tellWhole } from './story.ts';
import type { Source, Story } from './types.ts';

export interface ShownStory {
  occasions: readonly Occasion[];
  occasion: Occasion | null;
  /** Null while it is replayed. */
  story: Story | null;
  source: Source | null;
}

const NO_OCCASIONS: readonly Occasion[] = [];

export function useOccasions(lane: LaneView | undefined): readonly Occasion[] {
  const { rules } = useLab();
  const trace = lane?.run.trace ?? null;
  const way = lane?.data.way ?? null;
  const revision = trace?.events.revision ?? 0;
  return useMemo(
    () => (trace === null || way === null ? NO_OCCASIONS : occasionsOf(trace, rules, way)),
    // Events are added as the trace grows.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [trace, way, rules, revision, trace?.focus],
  );
}

export function useStory(lane: LaneView | undefined, index: number, storyS: number): ShownStory {
  const { runner, rules } = useLab();
  const occasions = useOccasions(lane);
  const occasion = useMemo(() => nearestTo(occasions, storyS), [occasions, storyS]);
  const [told, setTold] = useState<{ key: unknown; story: Story | null; source: Source } | null>(null);
  const trace = lane?.run.trace ?? null;
  const [name, capacityPackets] = [lane?.name ?? '', lane?.data.capacityPackets ?? null];
  const key = useMemo(
    () => ({ trace, index, name, capacityPackets, occasion, timeS: occasion?.timeS ?? storyS }),
    [trace, index, name, capacityPackets, occasion, storyS],
  );
  useEffect(() => {
    if (key.trace === null) return undefined;
    const { trace, index, timeS } = key;
    const { info, focus } = trace;
    const rttS = roundTripS(trace, timeS) ?? bottleneckDelayS(trace);
    const over = new AbortController();
    const { signal } = over;
    const replay = (fromS: number, toS: number): Promise<IntervalDetail> | null =>
      signal.aborted ? null : runner.replay(index, fromS, toS, { packets: true, signal });
    tellWhole({ info, focus, rules, rttS, ...key }, key.occasion, timeS, replay).then(
      (found) => {
        if (!signal.aborted && found !== null) setTold({ key, ...found });
      },
      // A cancelled replay is rejected.
      () => undefined,
    );
    return () => over.abort();
  }, [key, runner, rules]);
  const isNow = told?.key === key;
  return {
    occasions,
    occasion,
    story: isNow ? told.story : null,
    source: isNow ? told.source : null,
  };
}

/** Without any RTT, twice the delay of the bottleneck. */
function bottleneckDelayS(trace: NonNullable<LaneView['run']['trace']>): number {
  return 2 * (bottleneck(trace.info, trace.focus)?.delay_s ?? 0.05);
}
