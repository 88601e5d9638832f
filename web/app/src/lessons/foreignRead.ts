import { messageOf } from '@ackscope/engine';
import { expressionsOf, foreignLesson } from './foreignText.ts';
import type { Read, Reading } from './readForeign.ts';

/** What is in the text, or why it cannot be read. */
export function readForeignText(reading: Reading): Read {
  try {
    if (reading.reports === undefined) return { expressions: expressionsOf(reading.source) };
    return { lesson: foreignLesson(reading.address, reading.source, new Map(reading.reports)) };
  } catch (thrown) {
    return { problem: messageOf(thrown) };
  }
}
