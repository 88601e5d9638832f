/** Replaces `compileEarly.ts` in a single-file page: there the worker's text holds the engine. */
export const compileEarly = (): Promise<WebAssembly.Module> | null => null;
