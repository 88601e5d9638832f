import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileFrom } from '../src/compile.ts';

/** The smallest module: only the magic number and the version. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

function serve(type: string, status = 200): void {
  const response = new Response(EMPTY, { status, headers: { 'content-type': type } });
  vi.stubGlobal('fetch', () => Promise.resolve(response));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the module', () => {
  it('is compiled while it arrives', async () => {
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
    serve('application/wasm');
    expect(await compileFrom('engine.wasm')).toBeInstanceOf(WebAssembly.Module);
    expect(streaming).toHaveBeenCalledOnce();
  });

  it('is compiled too if its server does not know what it is', async () => {
    serve('application/octet-stream');
    expect(await compileFrom('engine.wasm')).toBeInstanceOf(WebAssembly.Module);
  });

  it('is not what a server says that has none', async () => {
    serve('application/wasm', 404);
    await expect(compileFrom('engine.wasm')).rejects.toThrow('404');
  });
});
