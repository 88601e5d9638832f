/** Tells the story of an occasion; without one, of the packet that is sent at a time. */
import { lossStory } from './loss.ts';
import type { Occasion } from './occasions.ts';
import { markStory, plainStory, resentStory } from './others.ts';
import type { Source, Story } from './types.ts';

const TELLERS = { loss: lossStory, mark: markStory, resent: resentStory };

export function tell(source: Source, occasion: Occasion | null, timeS: number): Story | null {
  return occasion === null ? plainStory(source, timeS) : TELLERS[occasion.kind](source, occasion);
}

/** The range to replay at the n-th try: each is twice as long, around the same moment. */
export function rangeAround(
  timeS: number,
  rttS: number,
  attempt: number,
  durationS: number,
): readonly [number, number] {
  const factor = 2 ** attempt;
  return [Math.max(0, timeS - 2 * rttS * factor), Math.min(durationS, timeS + 3.5 * rttS * factor)];
}

/** The replayed range is doubled at most this often: a longer story ends where the range ends. */
export const MOST_ATTEMPTS = 8;
