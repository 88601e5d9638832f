import type { RowDefinition } from '@ackscope/charts';
import { markNear, shownTrace } from '@ackscope/model';
import type { EventRef, LabState, RuleTable } from '@ackscope/model';

/** The event under a press: the queue's in rows that show those, else the sender's mark. */
export function pressedMark(
  state: LabState,
  rules: RuleTable,
  lane: number,
  rows: readonly RowDefinition[],
  timeS: number,
  withinS: number,
  row: string | null,
): EventRef | null {
  const trace = shownTrace(state, lane);
  const kinds = rows.find(({ id }) => id === row)?.shows;
  const ofQueue = kinds === undefined ? null : markNear(lane, trace, rules, timeS, withinS, kinds);
  return ofQueue ?? markNear(lane, trace, rules, timeS, withinS);
}
