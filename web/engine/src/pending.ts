import type { LongOptions } from './engine.ts';
import { Refusal } from './errors.ts';
import type { PoolWorker } from './pool.ts';
import type { FromWorker } from './protocol.ts';
import type { Answer, Arguments, RequestName } from './requests.ts';

export interface AskOptions {
  /** The run that the request concerns. */
  job?: number;
  /** The run or sweep that owns the request: all its requests can be rejected together. */
  owner?: object;
  /** Added to the error if the worker is lost: ` while …`. */
  doing?: string;
  onProgress?: ((done: number, news?: string, found?: string) => void) | undefined;
  /** Gets what tells the worker what other workers have found. */
  onAsked?: (learn: (found: string) => void) => void;
  /** Takes the request back: the worker stops, and the answer is rejected. */
  signal?: AbortSignal | undefined;
  rests?: LongOptions['rests'];
}

interface Pending {
  readonly worker: PoolWorker;
  readonly options: AskOptions;
  resolve: (answer: never) => void;
  reject: (reason: Error) => void;
}

/** The requests that workers have not answered yet. */
export class PendingRequests {
  #next = 1;
  readonly #pending = new Map<number, Pending>();

  ask<Name extends RequestName>(
    worker: PoolWorker,
    name: Name,
    args: Arguments<Name>,
    options: AskOptions = {},
  ): Promise<Answer<Name>> {
    const request = this.#next++;
    const answer = new Promise<Answer<Name>>((resolve, reject) => {
      this.#pending.set(request, { worker, options, resolve, reject });
    });
    worker.port.post({ kind: 'ask', request, name, job: options.job ?? null, args });
    options.onAsked?.((found) => {
      if (this.#pending.has(request)) worker.port.post({ kind: 'learn', request, found });
    });
    options.signal?.addEventListener('abort', () => {
      if (!this.#pending.has(request)) return;
      worker.port.post({ kind: 'abandon', request });
      this.#take(request)?.reject(new Error('The question was taken back.'));
    });
    const { rests } = options;
    if (rests !== undefined) {
      let known = false;
      const tell = (): void => {
        if (rests.get() === known) return;
        known = !known;
        worker.port.post({ kind: 'rest', request, rests: known });
      };
      tell();
      const leave = rests.subscribe(tell);
      answer.then(leave, leave);
    }
    return answer;
  }

  /** Returns true if the message belongs to a request. */
  receive(message: FromWorker): boolean {
    switch (message.kind) {
      case 'progress':
        this.#pending.get(message.request)?.options.onProgress?.(message.share, message.news, message.found);
        return true;
      case 'answer':
        this.#take(message.request)?.resolve(message.answer as never);
        return true;
      case 'refusal':
        this.#take(message.request)?.reject(new Refusal(message.error));
        return true;
      default:
        return false;
    }
  }

  onWorkerLost(worker: PoolWorker, reason: string): void {
    this.#reject(
      (pending) => pending.worker === worker,
      ({ doing = '' }) => `The engine stopped unexpectedly${doing}: ${reason}`,
    );
  }

  /** Rejects all requests of a run or a sweep; with `null`, all requests. */
  rejectOf(owner: object | null, reason: string): void {
    this.#reject(
      (pending) => owner === null || pending.options.owner === owner,
      () => reason,
    );
  }

  #reject(which: (pending: Pending) => boolean, reason: (options: AskOptions) => string): void {
    for (const [request, pending] of this.#pending) {
      if (which(pending)) this.#take(request)?.reject(new Error(reason(pending.options)));
    }
  }

  #take(request: number): Pending | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    return pending;
  }
}
