/** A worker in a file of its own. The URL stands inside the call because the bundler recognises it only there. */
export function spawn(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'ackscope' });
}
