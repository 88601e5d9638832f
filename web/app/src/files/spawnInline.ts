import InlineWorker from './fileWorker.ts?worker&inline';

/** Replaces `spawn.ts` in a single-file page, where the worker's text is part of the page. */
export function spawn(name: string): Worker {
  return new InlineWorker({ name });
}
