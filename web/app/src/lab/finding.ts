/** The result of a run, in a sentence. */
import { referenceLane, sentenceAt } from '@ackscope/model';
import type { LabState, RuleTable } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

interface Moment extends Pick<LabState, 'ask' | 'reference'> {
  timeS: number;
  hidesFuture: boolean;
}

/** Null while there is nothing to say, or while a question about the run is open. */
export function findingAt(
  { ask, reference, timeS, hidesFuture }: Moment,
  lanes: readonly LaneView[],
  rules: RuleTable,
): string | null {
  if (ask !== null && ask.stage !== 'answered') return null;
  const named = lanes.map(({ name, run }) => ({ name, run, before: referenceLane(reference, run.label) }));
  return sentenceAt(named, rules, timeS, hidesFuture);
}
