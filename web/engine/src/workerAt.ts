const own = new Map<string, string>();

/**
 * A script in the page's own text that imports the worker's script. A frame whose sandbox gives it
 * no origin cannot start a worker from an address or as a module (Chromium). Messages that arrive
 * before the import is done are delivered afterwards. All workers of a script share one text.
 */
function ownText(script: string): string {
  const text = `const early = [];
onmessage = (event) => early.push(event);
import(${JSON.stringify(script)}).then(() => early.forEach((event) => onmessage(event)), reportError);`;
  const known = own.get(script) ?? URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  own.set(script, known);
  return known;
}

/** Starts a worker from its own file, with the name that a browser's developer tools show. */
export function workerAt(script: string, name: string): Worker {
  return globalThis.origin === 'null'
    ? new Worker(ownText(script), { name })
    : new Worker(script, { type: 'module', name });
}
