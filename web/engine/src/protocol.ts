import type { Answer, RequestName } from './requests.ts';
import type { Step } from './watchdog.ts';
import type { Chunk, LaneInfo, LaneResults, ScenarioError } from './types.ts';

/** A request of `requests.ts`. The caller checks that the arguments fit the name. */
export interface Ask {
  kind: 'ask';
  request: number;
  name: RequestName;
  /** The run that is asked; null if the request is for the worker itself. */
  job: number | null;
  args: unknown[];
}

/**
 * The messages between page and worker. `programs` are the compiled scripts of the scenario. A job
 * is one lane of one run; a request is a question with one answer. The page numbers both and never
 * reuses a number.
 */
export type ToWorker =
  /** First message. The module is compiled once, by the page or by the first worker. */
  | { kind: 'open'; module: WebAssembly.Module | null }
  | { kind: 'start'; job: number; text: string; lane: number; programs?: Uint8Array | undefined }
  /** Runs a lane with this seed and returns only its results. */
  | {
      kind: 'measure';
      job: number;
      text: string;
      lane: number;
      seed: number;
      programs?: Uint8Array | undefined;
    }
  /** Stops the job, or the sweep with this number, and frees its memory. */
  | { kind: 'release'; job: number }
  | Ask
  /** The answer to a replay is no longer wanted. */
  | { kind: 'abandon'; request: number }
  /** What runs of this inquiry gave that another worker has done. */
  | { kind: 'learn'; request: number; found: string }
  /** An inquiry rests, or goes on. */
  | { kind: 'rest'; request: number; rests: boolean };

export type FromWorker =
  | { kind: 'ready'; module: WebAssembly.Module }
  /** A step begins; the worker may send nothing until it ends. */
  | ({ kind: 'step' } & Step)
  /** The worker has nothing to do: it waits for messages, or for a module to load. */
  | { kind: 'idle' }
  | { kind: 'lane'; job: number; info: LaneInfo }
  | { kind: 'chunk'; job: number; chunk: Chunk }
  | { kind: 'results'; job: number; results: LaneResults; done: boolean }
  /** The results of `measure`, as text. */
  | { kind: 'measured'; job: number; results: string }
  /** The scenario of this job cannot run. The worker itself is fine. */
  | { kind: 'refused'; job: number; error: ScenarioError }
  /**
   * The share of a request that is done, and what is known so far, if that is more; `found`: what its runs gave, for the
   * other workers that do it.
   */
  | {
      kind: 'progress';
      request: number;
      share: number;
      news?: string | undefined;
      found?: string | undefined;
    }
  | { kind: 'answer'; request: number; answer: Answer<RequestName> }
  /** Why a request has no answer. */
  | { kind: 'refusal'; request: number; error: ScenarioError }
  /** The module cannot be used any more; the job and request in progress are named. */
  | { kind: 'broken'; job: number | null; request: number | null; message: string };
