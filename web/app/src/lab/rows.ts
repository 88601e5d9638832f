/** The rows on the screen. */
import { DEFAULT_ROWS, packetsWithin, shownRows } from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

/** With more packets than this across the screen a ladder is a grey area. */
const MOST_IN_A_LADDER = 360;

/** What a zoom ends at: which packet, and where it is. */
const PACKET_ROWS: readonly string[] = ['sequence', 'ladder'];

/**
 * Those that are chosen. Where nobody has chosen any, a zoom goes on from the traces into single
 * packets, as soon as they are few enough and known in every lane.
 */
export function rowsOnScreen(
  { view, run }: Pick<LabState, 'view' | 'run'>,
  lanes: readonly LaneView[],
  isSideBySide: boolean,
): readonly string[] {
  const range = view.timeRange;
  if (view.rows !== DEFAULT_ROWS || range === null || !isSideBySide || lanes.length === 0)
    return shownRows(view.rows, run.lanes);
  const isDeep = lanes.every(({ run: { trace }, data }) => {
    if (trace === null || data.packets === null) return false;
    return packetsWithin(trace.info, range[1] - range[0]) <= MOST_IN_A_LADDER / lanes.length;
  });
  return isDeep ? PACKET_ROWS : shownRows(view.rows, run.lanes);
}
