import type { LaneInfo } from '@ackscope/engine';
import { focusSeries } from '@ackscope/model';
import type { LaneTrace, SeriesTrace } from '@ackscope/model';

/** What a small picture keeps of a lane: its drawn series. A whole trace takes a hundred times as much. */
export interface DrawnLane {
  info: LaneInfo;
  columns: SeriesTrace | null;
}

/** Of lanes that have begun. */
export const drawnLanes = (traces: readonly LaneTrace[], series: string): readonly DrawnLane[] =>
  traces
    .filter(Boolean)
    .map((trace) => ({ info: trace.info, columns: focusSeries(trace, series)[0] ?? null }));
