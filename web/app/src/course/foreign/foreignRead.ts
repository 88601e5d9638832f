import { messageOf } from '@ackscope/engine';
import type { ExpressionReport } from '@ackscope/engine';
import { expressionsOf, foreignLesson } from './foreignText.ts';
import type { Foreign } from './foreignText.ts';

/** Without reports its expressions are asked for. */
export type Reading =
  | { source: string; reports?: never }
  | { source: string; address: string; reports: readonly (readonly [string, ExpressionReport])[] };

export interface Read {
  expressions?: readonly string[];
  foreign?: Foreign;
  problem?: string;
}

/** What is in the text, or why it cannot be read. */
export function readForeignText(reading: Reading): Read {
  try {
    if (reading.reports === undefined) return { expressions: expressionsOf(reading.source) };
    return { foreign: foreignLesson(reading.address, reading.source, new Map(reading.reports)) };
  } catch (thrown) {
    return { problem: messageOf(thrown) };
  }
}
