import type { FromWorker, ToWorker } from './protocol.ts';
import { spawn } from './spawn.ts';
import { Watchdog } from './watchdog.ts';

/** One worker, as the page needs it. */
export interface WorkerPort {
  post(message: ToWorker): void;
  close(): void;
}

/** What a worker is for: it reads scenarios, or it simulates. A browser's tools show it as a name. */
export type Role = 'reader' | 'simulator';

/** Starts a worker: `onMessage` gets each of its messages, `onFailure` why it cannot go on. */
export type StartWorker = (
  role: Role,
  onMessage: (message: FromWorker) => void,
  onFailure: (reason: string) => void,
) => WorkerPort;

/** A worker of the pool, with the jobs whose state lives in it. */
export interface PoolWorker {
  readonly port: WorkerPort;
  /** Jobs that are simulated now. */
  readonly running: Set<number>;
  /** Jobs that are finished, but can still be asked for packets. */
  readonly kept: Set<number>;
}

export interface PoolEvents {
  onMessage(worker: PoolWorker, message: FromWorker): void;
  /** The worker failed and is closed. */
  onLost(worker: PoolWorker, reason: string): void;
}

/** Keeps at most `size` workers, starts them on demand, drops failed ones, ends stuck ones. */
export class Pool {
  readonly #startWorker: StartWorker;
  /** The most workers. */
  readonly size: number;
  readonly #events: PoolEvents;
  readonly #workers = new Set<PoolWorker>();
  readonly #watchdog = new Watchdog();
  #module: WebAssembly.Module | null = null;
  /** Whether a worker compiles the module; otherwise all workers wait for it. */
  readonly #compiles: boolean;
  /** What opens the workers that wait for the module. */
  #unopened: (() => void)[] = [];

  constructor(startWorker: StartWorker, size: number, compiles: boolean, events: PoolEvents) {
    this.#startWorker = startWorker;
    this.size = Math.max(1, size);
    this.#compiles = compiles;
    this.#events = events;
  }

  /** The compiled module: waiting workers start, and later ones need not compile it. */
  adopt(module: WebAssembly.Module): void {
    this.#module ??= module;
    for (const open of this.#unopened.splice(0)) open();
  }

  /** A worker of its own that no job is given to. It is the one that compiles if one does. */
  single(): PoolWorker {
    return this.#open(true);
  }

  /** Workers that will be needed in a moment, started ahead. */
  warm(count: number): void {
    while (this.#workers.size < Math.min(count, this.size)) this.#workers.add(this.#open(false));
  }

  /**
   * The worker for one more job: an idle worker, else a new one, else the one with the least to do.
   * Jobs that share a worker run in turn, a slice each, so that all lanes of a run grow together
   * however few processors there are. `among`: only of the first this many workers, but of one at
   * least.
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
    /** What is sent before the worker is opened; null from then on. */
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

/** Running jobs count; what is kept only breaks ties, so that memory spreads evenly. */
function load(worker: PoolWorker): number {
  return worker.running.size * 1_000 + worker.kept.size;
}

/** A real worker. */
export const startModuleWorker: StartWorker = (role, onMessage, onFailure) => {
  const worker = spawn(`ackscope ${role}`);
  worker.onmessage = (event: MessageEvent<FromWorker>) => {
    onMessage(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    // Where the script itself could not be loaded, browsers send an event without a message.
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
