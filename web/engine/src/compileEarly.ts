import { compileEngine } from './compile.ts';

/** The page fetches and compiles the engine before the first worker has loaded its script. */
export const compileEarly = (): Promise<WebAssembly.Module> | null => compileEngine();
