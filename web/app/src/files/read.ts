import type { Opened } from '@ackscope/model/files';
import { failed } from './failed.ts';
import { spawn } from './spawn.ts';

let current: Worker | null = null;

/** Reads a file in a worker. A file that is opened meanwhile ends the reading: then null. */
export function readInWorker(file: File): Promise<Opened | null> {
  current?.terminate();
  const worker = spawn('ackscope file');
  current = worker;
  return new Promise((resolve) => {
    const answer = (opened: Opened): void => {
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
