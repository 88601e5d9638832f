import { compileEngine } from './compile.ts';

/** The engine, fetched and compiled by the page before the first worker has loaded its script. */
export const compileEarly = (): Promise<WebAssembly.Module> | null => compileEngine();
