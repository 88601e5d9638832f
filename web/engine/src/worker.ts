import { messageOf } from './errors.ts';
/// <reference lib="webworker" />
import init, * as glue from '../pkg/ackscope.js';
import { compileEngine } from './compile.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { JobRunner } from './jobRunner.ts';
import type { WasmEngine } from './wasm.ts';

declare const self: DedicatedWorkerGlobalScope;

const engine: WasmEngine = glue;

const post = (message: FromWorker, transfer: ArrayBuffer[]): void => {
  self.postMessage(message, transfer);
};

/** A message to itself arrives after the waiting ones and, unlike a timer, is not throttled. */
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

async function open(given: WebAssembly.Module | null): Promise<JobRunner> {
  const module = given ?? (await compileEngine());
  await init({ module_or_path: module });
  const runner = new JobRunner(engine, {
    post,
    announce: (step) => {
      post(step === null ? { kind: 'idle' } : { kind: 'step', ...step }, []);
    },
    nextTurn: turns(),
    now: () => performance.now(),
    loadAnalysis: async () => (await import('./analysis.ts')).loadAnalysis(),
  });
  post({ kind: 'ready', module }, []);
  return runner;
}

let runner: Promise<JobRunner> | null = null;

self.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === 'open') {
    runner = open(message.module);
    runner.catch((thrown: unknown) => {
      const text = messageOf(thrown);
      post({ kind: 'broken', job: null, request: null, message: text }, []);
    });
    return;
  }
  // A failure to open the module was reported above; messages that came meanwhile get no answer.
  runner?.then(
    (ready) => {
      ready.handle(message);
    },
    () => undefined,
  );
};
