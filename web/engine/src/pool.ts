import type { FromWorker, ToWorker } from './protocol.ts';
import { spawn } from './spawn.ts';
import { Watchdog } from './watchdog.ts';

/** A worker's interface to the page. */
export interface WorkerPort {
  post(message: ToWorker): void;
  close(): void;
}

/** A worker reads scenarios or simulates. A browser's developer tools show the role in its name. */
export type Role = 'reader' | 'simulator';

/** Starts a worker. `onMessage` gets each of its messages, `onFailure` the reason of a failure. */
export type StartWorker = (
  role: Role,
  onMessage: (message: FromWorker) => void,
  onFailure: (reason: string) => void,
) => WorkerPort;

/** A worker of the pool, with the jobs whose state lives in it. */
export interface PoolWorker {
  readonly port: WorkerPort;
  readonly running: Set<number>;
  /** Finished jobs that can still be replayed. */
  readonly kept: Set<number>;
}

export interface PoolEvents {
  onMessage(worker: PoolWorker, message: FromWorker): void;
  /** The worker failed and is closed. */
  onLost(worker: PoolWorker, reason: string): void;
}

/** Keeps at most `size` workers: starts them on demand, removes failed and stuck ones. */
export class Pool {
  readonly #startWorker: StartWorker;
  /** The most workers. */
  readonly size: number;
  readonly #events: PoolEvents;
  readonly #workers = new Set<PoolWorker>();
  readonly #watchdog = new Watchdog();
  #module: WebAssembly.Module | null = null;
  /** Whether a worker compiles the module; otherwise all workers wait for the page's module. */
  readonly #compiles: boolean;
  /** Functions that open the workers which wait for the module. */
  #unopened: (() => void)[] = [];

  constructor(startWorker: StartWorker, size: number, compiles: boolean, events: PoolEvents) {
    this.#startWorker = startWorker;
    this.size = Math.max(1, size);
    this.#compiles = compiles;
    this.#events = events;
  }

  /** Takes the compiled module: waiting workers are opened, and later ones need not compile it. */
  adopt(module: WebAssembly.Module): void {
    this.#module ??= module;
    for (const open of this.#unopened.splice(0)) open();
  }

  /** A separate worker that gets no jobs. If a worker compiles the module, it is this one. */
  single(): PoolWorker {
    return this.#open(true);
  }

  /** How many workers a job uses; `isSparing`: one processor is left to the page. */
  share(isSparing = false): number {
    return isSparing ? Math.max(1, this.size - 1) : this.size;
  }

  /** Starts workers that will soon be needed. */
  warm(count: number): void {
    while (this.#workers.size < Math.min(count, this.size)) this.#workers.add(this.#open(false));
  }

  /**
   * The worker for one more job: an idle worker, else a new one, else the one with the least load.
   * Jobs on one worker run in turn, one slice each, so that all lanes of a run progress together
   * with any number of processors. `among`: use only the first `among` workers, but at least one.
   */
  workerFor(job: number, among = this.size): PoolWorker {
    let best: PoolWorker | null = null;
    for (const worker of [...this.#workers].slice(0, Math.max(1, among))) {
      if (best === null || load(worker) < load(best)) best = worker;
    }
    if (best === null || (best.running.size > 0 && this.#workers.size < Math.min(among, this.size))) {
      best = this.#open(false);
      this.#workers.add(best);
    }
    best.running.add(job);
    return best;
  }

  dispose(): void {
    for (const worker of this.#workers) worker.port.close();
    this.#workers.clear();
  }

  #open(isSingle: boolean): PoolWorker {
    let closed = false;
    const fail = (reason: string): void => {
      if (closed) return;
      worker.port.close();
      this.#workers.delete(worker);
      this.#events.onLost(worker, reason);
    };
    const receive = (message: FromWorker): void => {
      if (closed) return;
      if (message.kind === 'step') watch.begin(message);
      else if (message.kind === 'idle') watch.begin(null);
      else {
        watch.heard();
        this.#events.onMessage(worker, message);
        if (message.kind === 'broken') fail(message.message);
      }
    };
    const watch = this.#watchdog.watch(({ job, request, mayTakeMs }) => {
      const message = `it did not respond for ${String(Math.round(mayTakeMs / 1000))} s and was stopped`;
      receive({ kind: 'broken', job, request, message });
    });
    const port = this.#startWorker(isSingle ? 'reader' : 'simulator', receive, fail);
    /** Messages sent before the worker is opened; null afterwards. */
    let early: ToWorker[] | null = [];
    const worker: PoolWorker = {
      port: {
        post: (message) => {
          if (early === null) port.post(message);
          else early.push(message);
        },
        close: () => {
          closed = true;
          watch.close();
          port.close();
        },
      },
      running: new Set(),
      kept: new Set(),
    };
    const open = (): void => {
      if (closed) return;
      port.post({ kind: 'open', module: this.#module });
      for (const message of early ?? []) port.post(message);
      early = null;
    };
    if (this.#module !== null || (isSingle && this.#compiles)) open();
    else this.#unopened.push(open);
    return worker;
  }
}

/** Running jobs count; kept jobs only break ties, so that memory is spread evenly. */
function load(worker: PoolWorker): number {
  return worker.running.size * 1_000 + worker.kept.size;
}

/** Starts a real worker, not one of a test. */
export const startModuleWorker: StartWorker = (role, onMessage, onFailure) => {
  const worker = spawn(`ackscope ${role}`);
  worker.onmessage = (event: MessageEvent<FromWorker>) => {
    onMessage(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    // If the script itself cannot be loaded, browsers send an event without a message.
    const { message = '' } = event as Partial<ErrorEvent>;
    onFailure(message === '' ? 'the worker could not be started' : message);
  };
  worker.onmessageerror = () => {
    onFailure('a message from the worker could not be read');
  };
  return {
    post: (message) => {
      worker.postMessage(message);
    },
    close: () => {
      worker.terminate();
    },
  };
};

/** How many workers a pool has if nothing else is said. */
export function processors(): number {
  return typeof navigator === 'undefined' ? 2 : navigator.hardwareConcurrency;
}
