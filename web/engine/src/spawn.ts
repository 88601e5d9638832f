import { workerAt } from './workerAt.ts';
import workerUrl from './worker.ts?worker&url';

const script = new URL(workerUrl, import.meta.url).href;

/** Starts a worker of the engine. */
export function spawn(name: string): Worker {
  return workerAt(script, name);
}
