import type { MarkSource } from '@ackscope/charts';

/** What others found, and what it is called beside its sign. */
export const MARK_NAMES: readonly (readonly [MarkSource, string])[] = [
  ['paper', 'the paper'],
  ['ns2', 'ns-2'],
  ['kernel', 'a Linux kernel'],
];
