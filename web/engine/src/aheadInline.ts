/** In place of `ahead.ts` where the page is one file: the engine is in the worker's text, once, and the worker compiles it. */
export const compiledAhead = (): Promise<WebAssembly.Module> | null => null;
