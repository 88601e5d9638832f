import wasmUrl from '../pkg/ackscope_bg.wasm?url';

/** Fetches the engine and compiles it, off this thread. */
export const compileEngine = (): Promise<WebAssembly.Module> => compileFrom(wasmUrl);

/** The same for any module. */
export async function compileFrom(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} could not be loaded (status ${String(response.status)})`);
  }
  // While it arrives, and kept compiled for the next visit: but a server that does not know the
  // type is refused that.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
