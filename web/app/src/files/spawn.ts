import { workerAt } from '@ackscope/engine';
import workerUrl from './fileWorker.ts?worker&url';

/** Starts a worker that reads one file. */
export function spawn(name: string): Worker {
  return workerAt(new URL(workerUrl, import.meta.url).href, name);
}
