/** A lesson while it is written. It is read as one at an address is, within the same bounds. */
import { messageOf } from '@ackscope/engine';
import type { Engine } from '@ackscope/engine';
import { MAX_BYTES } from '../base/remoteText.ts';
import { checkRuns, readForeign } from '../course/foreign/foreign.ts';
import type { Foreign } from '../course/foreign/foreignText.ts';

/** A draft has no address yet, and each lesson an id. */
const NOWHERE = 'draft:lesson.md';

/** Why a draft is no lesson. */
export interface Mistake {
  /** From 1; 0 if it is of no line. */
  line: number;
  message: string;
}

/** The lesson, or its first mistake. Rejects only when `signal` ends it. */
export async function readDraft(
  text: string,
  engine: Pick<Engine, 'ask' | 'check'>,
  signal: AbortSignal,
): Promise<Foreign | Mistake> {
  if (new Blob([text]).size > MAX_BYTES)
    return { line: 0, message: `it is longer than ${String(MAX_BYTES / 1024)} kB` };
  let read: Foreign | null = null;
  try {
    read = await readForeign(NOWHERE, text, (source) => engine.ask('expression', 'run', source), signal);
    await checkRuns(read.lesson, engine, signal);
    return read;
  } catch (thrown) {
    signal.throwIfAborted();
    return mistakeOf(messageOf(thrown), read);
  }
}

/** The reader names a line. What a run is refused for has the step's number: its line is that of `run`. */
function mistakeOf(message: string, read: Foreign | null): Mistake {
  const [, line, rest] = /^line (\d+): (.*)$/s.exec(message) ?? [];
  if (line !== undefined && rest !== undefined) return { line: Number(line), message: rest };
  const step = Number(/^step (\d+): /.exec(message)?.[1] ?? 0);
  return { line: read?.claims[step - 1]?.runLine ?? 0, message };
}

/** The index of the step in which a line stands; what stands before the first step belongs to it. */
export function stepAt(text: string, line: number): number {
  const headings = text.split('\n', line).filter((one) => one.startsWith('## '));
  return Math.max(0, headings.length - 1);
}
