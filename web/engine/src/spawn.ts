import workerUrl from './worker.ts?worker&url';

const script = new URL(workerUrl, import.meta.url).href;
let own: string | null = null;

/**
 * A script in the page's own text that imports the worker's script. A frame whose sandbox gives it
 * no origin cannot start a worker from an address or as a module (Chromium). Messages that arrive
 * before the import is done are delivered afterwards. All workers share one text.
 */
function ownText(): string {
  const text = `const early = [];
onmessage = (event) => early.push(event);
import(${JSON.stringify(script)}).then(() => early.forEach((event) => onmessage(event)), reportError);`;
  own ??= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return own;
}

/** Starts a worker from its own file, with the name that a browser's developer tools show. */
export function spawn(name: string): Worker {
  return globalThis.origin === 'null'
    ? new Worker(ownText(), { name })
    : new Worker(script, { type: 'module', name });
}
