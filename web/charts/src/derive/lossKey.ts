import { LOSS_KIND } from '@ackscope/engine';
import type { LaneData } from '../types.ts';

const WORDS = {
  [LOSS_KIND.dropped]: '▼ dropped',
  [LOSS_KIND.early]: '▽ dropped early',
  [LOSS_KIND.lost]: '▲ lost',
};

/** What the triangles in a queue's row mean: those that occur. */
export function lossKey({ losses }: LaneData): string {
  const kinds = losses.kind.subarray(0, losses.count);
  return Object.entries(WORDS)
    .flatMap(([kind, word]) => (kinds.includes(Number(kind)) ? word : []))
    .join(' ');
}
