/** The result of a run, in a sentence. */
import {
  askOf,
  askedInterval,
  askedValues,
  intervalAt,
  isAnswerSeen,
  queueSentence,
  comparedLane,
  sentenceAt,
} from '@ackscope/model';
import type { LabState } from '@ackscope/model';
import type { LaneView } from './laneData.ts';
import { comparedHead } from '../scenario/turned.ts';

interface FindingInput extends Pick<LabState, 'ask' | 'reference' | 'run'> {
  /** The known scenario, if it is one. */
  preset: string | null;
  timeS: number;
  hidesFuture: boolean;
}

/**
 * Null while there is nothing to say. After the answer to a question, the sentence is about what
 * was asked, in the interval of the question, wherever the clock is. A sentence about another interval
 * than the scenario's question says which one, and one about a change what it compares.
 */
export function findingAt(
  { ask, reference, run, preset, timeS, hidesFuture }: FindingInput,
  lanes: readonly LaneView[],
): string | null {
  const { knownS } = run;
  const named = lanes.map((lane, at) => ({
    name: lane.name,
    run: lane.run,
    before: comparedLane(reference, run, at),
  }));
  const isCompared = named.some(({ before }) => before !== null);
  const compared = (
    interval: { fromS: number; toS: number } | null,
    sentence: string | null,
  ): string | null => {
    if (sentence === null || interval === null || run.scenario === null) return null;
    // A lane's name keeps its letter; another word goes on after the colon.
    const goesOn = /^(?:The|Every) /.test(sentence);
    return `${comparedHead(reference, run.scenario, interval)}: ${goesOn ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence}`;
  };
  if (ask === null) {
    const sentence = sentenceAt(named, { timeS, hidesFuture, knownS });
    if (isCompared)
      return compared(lanes[0] === undefined ? null : intervalAt(lanes[0].run, { timeS, knownS }), sentence);
    const question = askOf(preset);
    const interval = lanes[0] === undefined ? null : intervalAt(lanes[0].run, { timeS, knownS });
    if (sentence === null || question === null || interval === null) return sentence;
    return interval.fromS === askedInterval({ ask: question }, run).fromS
      ? sentence
      : within(interval, sentence);
  }
  if (!isAnswerSeen(ask, run, timeS)) return null;
  const { fromS, toS } = askedInterval(ask, run);
  const told = (): string | null => {
    if (ask.ask.quantity === 'goodput') return sentenceAt(named, { timeS: toS, hidesFuture: false, knownS });
    const packets = askedValues(ask, run);
    return packets === null
      ? null
      : queueSentence(
          lanes.map(({ name }) => name),
          packets,
        );
  };
  const sentence = told();
  if (isCompared && ask.ask.quantity === 'goodput') return compared({ fromS, toS }, sentence);
  const isElsewhere = timeS <= fromS || timeS > toS;
  return sentence === null || !isElsewhere ? sentence : within({ fromS, toS }, sentence);
}

function within({ fromS, toS }: { fromS: number; toS: number }, sentence: string): string {
  return `From ${fromS} to ${toS} s: ${sentence}`;
}
