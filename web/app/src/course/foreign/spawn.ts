import { workerAt } from '@ackscope/engine';
import workerUrl from './foreignWorker.ts?worker&url';

/** Starts a worker that reads one lesson. */
export function spawn(name: string): Worker {
  return workerAt(new URL(workerUrl, import.meta.url).href, name);
}
