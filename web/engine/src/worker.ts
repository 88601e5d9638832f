/// <reference lib="webworker" />
import init, * as glue from '../pkg/ackscope.js';
import wasmUrl from '../pkg/ackscope_bg.wasm?url';
import type { FromWorker, ToWorker } from './protocol.ts';
import { Runner } from './runner.ts';
import type { Surface } from './surface.ts';

declare const self: DedicatedWorkerGlobalScope;

const surface: Surface = glue;

const post = (message: FromWorker, transfer: ArrayBuffer[]): void => {
  self.postMessage(message, transfer);
};

/** A message to oneself comes after those that are waiting already, and is not slowed down like a timer. */
function turns(): () => Promise<void> {
  const channel = new MessageChannel();
  let resume: (() => void) | null = null;
  channel.port1.onmessage = () => resume?.();
  return () =>
    new Promise((resolve) => {
      resume = resolve;
      channel.port2.postMessage(null);
    });
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new Error(`${wasmUrl} could not be loaded (status ${String(response.status)})`);
  }
  // Not compileStreaming: it refuses a server that does not know the type application/wasm, and many do not.
  return WebAssembly.compile(await response.arrayBuffer());
}

async function open(given: WebAssembly.Module | null): Promise<Runner> {
  const module = given ?? (await compile());
  await init({ module_or_path: module });
  const runner = new Runner(surface, { post, nextTurn: turns(), now: () => performance.now() });
  post({ kind: 'ready', module, catalogue: runner.catalogue() }, []);
  return runner;
}

let runner: Promise<Runner> | null = null;

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'open') {
    runner = open(message.module);
    runner.catch((thrown: unknown) => {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      post({ kind: 'broken', job: null, request: null, message: text }, []);
    });
    return;
  }
  // A module that could not be opened has been reported above; nothing that was sent meanwhile is answered.
  runner?.then(
    (ready) => {
      ready.handle(message);
    },
    () => undefined,
  );
};
