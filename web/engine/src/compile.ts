import wasmUrl from '../pkg/ackscope_bg.wasm?url';

/** Fetches the engine and compiles it, not on this thread. */
export const compileEngine = (): Promise<WebAssembly.Module> => compileFrom(wasmUrl);

/** The same for any module. */
export async function compileFrom(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} could not be loaded (status ${String(response.status)})`);
  }
  // Streaming compilation starts while the module arrives, and browsers cache its result. It needs
  // the right content type, which not every server sends.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
