/** The result of a run, in a sentence. */
import {
  askedInterval,
  askedValues,
  intervalAt,
  isAnswerSeen,
  queueSentence,
  referenceLane,
  sentenceAt,
} from '@ackscope/model';
import type { LabState, RuleTable } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

interface Told extends Pick<LabState, 'ask' | 'reference' | 'run'> {
  timeS: number;
  hidesFuture: boolean;
}

/**
 * Null while there is nothing to say. After the answer to a question, the sentence is about what
 * was asked, in the interval of the question, wherever the clock is. Elsewhere it names its interval
 * if that is a part of the run.
 */
export function findingAt(
  { ask, reference, run, timeS, hidesFuture }: Told,
  lanes: readonly LaneView[],
  rules: RuleTable,
): string | null {
  const { knownS } = run;
  const named = lanes.map((lane) => ({
    name: lane.name,
    run: lane.run,
    before: referenceLane(reference, lane.run.label),
  }));
  if (ask === null) {
    const sentence = sentenceAt(named, rules, { timeS, hidesFuture, knownS });
    const interval = lanes[0] === undefined ? null : intervalAt(lanes[0].run, { timeS, knownS });
    return sentence === null || interval === null ? sentence : within(interval, run.durationS, sentence);
  }
  if (!isAnswerSeen(ask, run, timeS)) return null;
  const { fromS, toS } = askedInterval(ask, run);
  const told = (): string | null => {
    if (ask.ask.quantity === 'goodput')
      return sentenceAt(named, rules, { timeS: toS, hidesFuture: false, knownS });
    const packets = askedValues(ask, run);
    return packets === null
      ? null
      : queueSentence(
          lanes.map(({ name }) => name),
          packets,
        );
  };
  const sentence = told();
  const isElsewhere = timeS <= fromS || timeS > toS;
  return sentence === null || !isElsewhere ? sentence : within({ fromS, toS }, run.durationS, sentence);
}

function within({ fromS, toS }: { fromS: number; toS: number }, durationS: number, sentence: string): string {
  return fromS <= 0 && toS >= durationS ? sentence : `From ${fromS} to ${toS} s: ${sentence}`;
}
