import InlineWorker from './worker.ts?worker&inline';

/** In place of `spawn.ts` where the page is one file: the worker's text, the engine in it, is part of the page. */
export function spawn(): Worker {
  return new InlineWorker({ name: 'ackscope' });
}
