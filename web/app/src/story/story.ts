/** Tells the story of an occasion; without one, of the packet that is sent at a time. */
import type { IntervalDetail } from '@ackscope/engine';
import { packetsWithin } from '@ackscope/model';
import { lossStory } from './loss.ts';
import type { Occasion } from './occasions.ts';
import { markStory, plainStory, resentStory } from './others.ts';
import { takeIn } from './take.ts';
import type { Context } from './take.ts';
import type { Source, Story } from './types.ts';

const TELLERS = { loss: lossStory, mark: markStory, resent: resentStory };

/** The replayed range is doubled at most this often: a longer story ends where the range ends. */
const MAX_ATTEMPTS = 8;
/** A longer range is not replayed: its story stays open. */
const MAX_PACKETS = 60_000;

/** The range to replay at the n-th try: each is twice as long, around the same moment. */
function rangeAround({ info, rttS }: Context, timeS: number, attempt: number): readonly [number, number] {
  const factor = 2 ** attempt;
  return [Math.max(0, timeS - 2 * rttS * factor), Math.min(info.duration_s, timeS + 3.5 * rttS * factor)];
}

/**
 * Replays the time around an occasion, longer and longer, until its story is whole. Null if `replay` gives
 * nothing, or no packets.
 */
export async function tellWhole(
  context: Context,
  occasion: Occasion | null,
  timeS: number,
  replay: (fromS: number, toS: number) => Promise<IntervalDetail> | null,
  attempt = 0,
): Promise<{ story: Story | null; source: Source } | null> {
  const { info } = context;
  const [fromS, toS] = rangeAround(context, timeS, attempt);
  const detail = await replay(fromS, toS);
  const source = detail === null ? null : takeIn(detail, context);
  if (source === null) return null;
  const story = occasion === null ? plainStory(source, timeS) : TELLERS[occasion.kind](source, occasion);
  const isWhole = story?.isOver === true || (fromS === 0 && toS >= info.duration_s);
  const isLast = attempt + 1 === MAX_ATTEMPTS || packetsWithin(info, 2 * (toS - fromS)) > MAX_PACKETS;
  return isWhole || isLast ? { story, source } : tellWhole(context, occasion, timeS, replay, attempt + 1);
}
