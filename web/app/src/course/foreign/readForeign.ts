/** Reads the text of a foreign lesson outside of the page's thread, and ends a reading that takes too long. */
import type { Read, Reading } from './foreignRead.ts';
import { spawn } from './spawn.ts';

/** The longest lesson that may be fetched takes a tenth of a second. */
const LONGEST_MS = 5000;

/** Rejects with the reason. */
export async function readInWorker(
  reading: Reading,
  signal: AbortSignal,
  start: ((name: string) => Worker) | null = typeof Worker === 'undefined' ? null : spawn,
): Promise<Read> {
  signal.throwIfAborted();
  const read =
    start === null
      ? // Only tests run without workers.
        (await import('./foreignRead.ts')).readForeignText(reading)
      : await answerOf(start('ackscope lesson'), reading, signal);
  if (read.problem !== undefined) throw new Error(read.problem);
  return read;
}

function answerOf(worker: Worker, reading: Reading, signal: AbortSignal): Promise<Read> {
  return new Promise((resolve, reject) => {
    const end = (answer: () => void): void => {
      clearTimeout(limit);
      signal.removeEventListener('abort', leave);
      worker.terminate();
      answer();
    };
    const refuse = (why: string): void => end(() => reject(new Error(why)));
    const leave = (): void => end(() => reject(signal.reason as Error));
    const limit = setTimeout(
      () => refuse(`its text takes more than ${String(LONGEST_MS / 1000)} s to read, and was left`),
      LONGEST_MS,
    );
    signal.addEventListener('abort', leave);
    worker.onmessage = ({ data }: MessageEvent<Read>) => end(() => resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      refuse(`its reader stopped: ${(event as Partial<ErrorEvent>).message ?? 'it did not load'}`);
    };
    worker.postMessage(reading);
  });
}
