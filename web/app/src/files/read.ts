import type { FitTable, Opened } from '@ackscope/model/files';
import { failed } from './failed.ts';
import type { Tabling } from '../measured/trace.ts';
import { spawn } from './spawn.ts';

let current: Worker | null = null;

/** The largest capture takes some seconds, on a phone ten times as long. */
const LONGEST_MS = 60_000;

/** Reads a file in a worker. A file that is opened meanwhile ends the reading: then null. */
export function readInWorker(file: File): Promise<Opened | null> {
  current?.terminate();
  const worker = spawn('ackscope file');
  current = worker;
  return new Promise((resolve) => {
    const limit = setTimeout(
      () => answer({ problem: `Reading it takes more than ${LONGEST_MS / 1000} s, and was ended.` }),
      LONGEST_MS,
    );
    const answer = (opened: Opened): void => {
      clearTimeout(limit);
      worker.terminate();
      resolve(current === worker ? opened : null);
      if (current === worker) current = null;
    };
    worker.onmessage = ({ data }: MessageEvent<Opened>) => answer(data);
    worker.onerror = (event) => {
      event.preventDefault();
      // A script that cannot be loaded gives an event without a message.
      answer(failed((event as Partial<ErrorEvent>).message ?? null));
    };
    worker.postMessage(file);
  });
}

/** Makes the table in a worker of its own, which ends with the answer. */
export const tableInWorker: Tabling = (of) => {
  const worker = spawn('ackscope table');
  const table = new Promise<FitTable | null>((resolve) => {
    const answer = (found: FitTable | null): void => {
      worker.terminate();
      resolve(found);
    };
    worker.onmessage = ({ data }: MessageEvent<FitTable | null>) => answer(data);
    worker.onerror = (event) => {
      event.preventDefault();
      answer(null);
    };
    worker.postMessage(of);
  });
  return { table, stop: () => worker.terminate() };
};
