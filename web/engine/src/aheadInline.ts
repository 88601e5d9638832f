/** Replaces `ahead.ts` in a single-file page: there the worker's text holds the engine. */
export const compiledAhead = (): Promise<WebAssembly.Module> | null => null;
