/** The initial places of cursors, and the measurements between them. */
import { between, mainColumns } from '@ackscope/charts';
import type { Between, RowDefinition } from '@ackscope/charts';
import { shownRows, shownRange } from '@ackscope/model';
import type { Cursors, LabState } from '@ackscope/model';
import type { Lab } from '../../lab/context.ts';
import type { LaneView } from '../../laneData/laneData.ts';
import { rowOf, rowsOf } from '../../lanes/rows.ts';

/** What happens after this time is hidden. */
function seenUntilS({ view, clock }: LabState): number {
  return view.hidesFuture ? clock.timeS : Infinity;
}

/** The visible time range, as far as it is simulated and not hidden. */
function knownRange(state: LabState): readonly [number, number] {
  const { run } = state;
  const [fromS, toS] = shownRange(state) ?? [0, run.durationS];
  const reachedS = run.status === 'done' ? run.durationS : run.simulatedS;
  return [fromS, Math.max(fromS, Math.min(toS, reachedS, seenUntilS(state)))];
}

/**
 * Places the cursors around one tooth of the window: from the last mark before the clock to the
 * next mark, of the lane in focus or of the first lane with two marks. Without such marks, they are
 * in the middle of the visible range. The levels start at the extremes between the cursors.
 */
export function placedCursors(lab: Lab, row?: string): Cursors {
  const state = lab.store.getState();
  const lanes = lab.laneViews(state);
  const focus = lanes[state.view.lane];
  const range = knownRange(state);
  const wanted = row ?? rowsOf(lab, shownRows(state.view.rows, state.run.lanes))[0]?.id ?? 'cwnd';
  for (const lane of focus === undefined ? [] : [focus, ...lanes]) {
    const timeS = toothAt(lane, range, state.clock.timeS);
    if (timeS !== null) return { timeS, row: wanted, levels: levelsIn(lab, lane, wanted, timeS) };
  }
  const third = (range[1] - range[0]) / 3;
  const timeS: [number, number] = [range[0] + third, range[0] + 2 * third];
  return { timeS, row: wanted, levels: levelsIn(lab, focus, wanted, timeS) };
}

/** The cursors over another row: with that row's levels, at the same times. */
export function cursorsOver(lab: Lab, { timeS }: Cursors, row: string): Cursors {
  const state = lab.store.getState();
  return { timeS, row, levels: levelsIn(lab, lab.laneViews(state)[state.view.lane], row, timeS) };
}

function toothAt(
  { marks }: LaneView,
  [fromS, toS]: readonly [number, number],
  clockS: number,
): [number, number] | null {
  const times = Array.from(marks.timeS.subarray(0, marks.count)).filter(
    (timeS) => timeS >= fromS && timeS <= toS,
  );
  const after = times.findIndex((timeS) => timeS > clockS);
  // Beyond the last mark, the tooth before it is used.
  const at = Math.max(1, after < 0 ? times.length - 1 : after);
  const [a, b] = [times[at - 1], times[at]];
  return a === undefined || b === undefined ? null : [a, b];
}

function levelsIn(
  lab: Lab,
  lane: LaneView | undefined,
  row: string,
  timeS: readonly [number, number],
): [number, number] | null {
  const definition = rowOf(lab, row);
  const untilS = seenUntilS(lab.store.getState());
  const found =
    lane === undefined || definition === undefined ? null : measured(lane, definition, timeS, untilS);
  return found === null || !Number.isFinite(found.least) ? null : [found.least, found.most];
}

/**
 * Statistics of a lane's row between two times, up to `untilS`; null if it shows nothing, or not yet all of it, or
 * begins only then.
 */
export function measured(
  lane: LaneView,
  row: RowDefinition,
  timeS: readonly [number, number],
  untilS = Infinity,
): Between | null {
  const columns = mainColumns(row, lane.data);
  if (columns === null) return null;
  const [a, b] = [Math.min(...timeS), Math.max(...timeS)];
  // A part without a length would still have the value at its beginning, which is not seen yet.
  if (a >= untilS) return null;
  const endS = Math.min(b, untilS);
  const { run, data } = lane;
  // A lane that is being computed has no mean of a part that is not there.
  if (run.stale || (!run.done && data.simulatedS < endS)) return null;
  return between(columns, a, Math.max(a, Math.min(endS, data.simulatedS)));
}
