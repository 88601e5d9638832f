import workerUrl from './worker.ts?worker&url';

const script = new URL(workerUrl, import.meta.url).href;
let own: string | null = null;

/**
 * A script of the page's own text that imports the worker's: a frame whose sandbox gives it no
 * origin may start no worker at an address, and no module (Chromium). What it is sent meanwhile is
 * handed on when the import is done. One text for all workers.
 */
function ownText(): string {
  const text = `const early = [];
onmessage = (event) => early.push(event);
import(${JSON.stringify(script)}).then(() => early.forEach((event) => onmessage(event)), reportError);`;
  own ??= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return own;
}

/** A worker in a file of its own, with the name that a browser's tools show. */
export function spawn(name: string): Worker {
  return globalThis.origin === 'null'
    ? new Worker(ownText(), { name })
    : new Worker(script, { type: 'module', name });
}
