/** The word for how near an answer is. */
import type { Nearness } from '@ackscope/model';

export const VERDICT: Readonly<Record<Nearness, string>> = {
  right: 'Correct.',
  near: 'Close.',
  far: 'Not quite.',
  opposite: 'The opposite.',
};
