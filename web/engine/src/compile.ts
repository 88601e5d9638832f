import wasmUrl from '../pkg/ackscope_bg.wasm?url';

/** Fetches the engine and compiles it, off this thread. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new Error(`${wasmUrl} could not be loaded (status ${String(response.status)})`);
  }
  // Not compileStreaming: it refuses a server that does not know the type application/wasm, and many do not.
  return WebAssembly.compile(await response.arrayBuffer());
}
