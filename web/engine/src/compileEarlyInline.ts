/** Replaces `compileEarly.ts` in a single-file page, whose worker contains the engine. */
export const compileEarly = (): Promise<WebAssembly.Module> | null => null;
