/**
 * Replaces `compileEarly.ts` in a single-file page, where the worker's text contains the engine.
 */
export const compileEarly = (): Promise<WebAssembly.Module> | null => null;
