/** The result of a replay of the time range: every sample and, if few enough, every packet. */
import type { LaneInfo, PacketLog } from '@ackscope/engine';
import type { LaneTrace } from '../trace.ts';
import type { LaneRun } from './run.ts';
import type { TimeRange } from './zoom.ts';

export interface LaneDetail {
  fromS: number;
  toS: number;
  /** Series and events of this range only; a series starts with the value at its beginning. */
  trace: LaneTrace;
  /** Null if the range has too many packets to show them singly. */
  packets: PacketLog | null;
}

export interface DetailSlice {
  /** By lane; null where only the recorded series can be shown. */
  lanes: readonly (LaneDetail | null)[];
  /** Progress of the replays for this range, 0 to 1; null without any. */
  progress: number | null;
}

export const initialDetail: DetailSlice = { lanes: [], progress: null };

/** A range with more packets is not replayed: its curves come from the run's record. */
export const MAX_REPLAYED_PACKETS = 20_000;
/** With more than this, single packets would cover each other. */
export const MAX_SINGLE_PACKETS = 2000;

const DEFAULT_PACKET_BITS = 12_000;

/** How many data packets fit into a time span on the fastest link of a lane. */
export function packetsWithin(info: LaneInfo, spanS: number): number {
  const smallestBits = Math.min(DEFAULT_PACKET_BITS, ...info.flows.map((flow) => flow.packet_bytes * 8));
  const fastestBps = Math.max(0, ...info.hops.map((hop) => hop.rate_bps));
  return (fastestBps * spanS) / Math.max(1, smallestBits);
}

/** Whether a detail covers a time range, finely enough, with packets if they are needed. */
export function coversRange(detail: LaneDetail | null, timeRange: TimeRange, reachedS: number): boolean {
  if (detail === null) return false;
  const toS = Math.min(timeRange[1], reachedS);
  const width = timeRange[1] - timeRange[0];
  const due = packetsWithin(detail.trace.info, width) <= MAX_SINGLE_PACKETS;
  return (
    detail.fromS <= timeRange[0] &&
    detail.toS >= toS &&
    detail.toS - detail.fromS <= 12 * width &&
    (!due || detail.packets !== null)
  );
}

interface Shown {
  run: { lanes: readonly LaneRun[] };
  detail: DetailSlice;
  view: { timeRange: TimeRange | null };
}

/** The replay that a lane's curves are drawn from; null where they are drawn from the record. */
export function shownDetail({ run, detail, view }: Shown, lane: number): LaneDetail | null {
  const found = detail.lanes[lane] ?? null;
  const reachedS = run.lanes[lane]?.trace?.simulatedS ?? 0;
  return view.timeRange !== null && coversRange(found, view.timeRange, reachedS) ? found : null;
}

/** The series and events that a lane shows. */
export const shownTrace = (state: Shown, lane: number): LaneTrace | null =>
  shownDetail(state, lane)?.trace ?? state.run.lanes[lane]?.trace ?? null;
