import type { Answer, RequestName } from './requests.ts';
import type { Step } from './watchdog.ts';
import type { Chunk, LaneInfo, LaneResults, ScenarioError } from './types.ts';

/** A request of `requests.ts`. That the arguments fit its name is checked where it is asked. */
export interface Ask {
  kind: 'ask';
  request: number;
  name: RequestName;
  /** The run that is asked; null where the worker is. */
  job: number | null;
  args: unknown[];
}

/**
 * The messages between page and worker. `programs` are those of the scenario's scripts. A job is one lane of one run, a request is a question that
 * has one answer; both are numbered by the page and never used twice.
 */
export type ToWorker =
  /** First message. The module is compiled once, by the page or by the first worker. */
  | { kind: 'open'; module: WebAssembly.Module | null }
  | { kind: 'start'; job: number; text: string; lane: number; programs?: Uint8Array | undefined }
  /** Run a lane with this seed and give nothing but its results. */
  | {
      kind: 'measure';
      job: number;
      text: string;
      lane: number;
      seed: number;
      programs?: Uint8Array | undefined;
    }
  /** Stop the job if it runs, or the sweep of this number, and give back its memory. */
  | { kind: 'release'; job: number }
  | Ask
  /** The answer to a replay is no longer wanted. */
  | { kind: 'abandon'; request: number };

export type FromWorker =
  | { kind: 'ready'; module: WebAssembly.Module }
  /** A step begins; nothing may come until it is over. */
  | ({ kind: 'step' } & Step)
  /** Nothing is left to do: it waits for messages, or for what it loads. */
  | { kind: 'idle' }
  | { kind: 'lane'; job: number; info: LaneInfo }
  | { kind: 'chunk'; job: number; chunk: Chunk }
  | { kind: 'results'; job: number; results: LaneResults; done: boolean }
  /** The results of `measure`, as text. */
  | { kind: 'measured'; job: number; results: string }
  /** The scenario of this job cannot be run. The worker is well. */
  | { kind: 'refused'; job: number; error: ScenarioError }
  /** The share of a request that is done. */
  | { kind: 'progress'; request: number; share: number }
  | { kind: 'answer'; request: number; answer: Answer<RequestName> }
  /** Why a request has no answer. */
  | { kind: 'refusal'; request: number; error: ScenarioError }
  /** The module cannot be trusted any more; what it was doing is named. */
  | { kind: 'broken'; job: number | null; request: number | null; message: string };
