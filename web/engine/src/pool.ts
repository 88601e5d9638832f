import type { FromWorker, ToWorker } from './protocol.ts';
import { spawn } from './spawn.ts';
import { Watchdog } from './watchdog.ts';

/** One worker, as the page needs it. */
export interface WorkerPort {
  post(message: ToWorker): void;
  close(): void;
}

/** Starts a worker. `hear` gets each of its messages, `die` is told when it cannot go on. */
export type StartWorker = (hear: (message: FromWorker) => void, die: (reason: string) => void) => WorkerPort;

/** A place for a worker, with the jobs whose state lives in it. */
export interface Seat {
  readonly port: WorkerPort;
  /** Jobs that are simulated now. */
  readonly running: Set<number>;
  /** Jobs that are finished, but can still be asked for packets. */
  readonly kept: Set<number>;
}

export interface PoolEvents {
  message(seat: Seat, message: FromWorker): void;
  /** The seat is gone and its worker closed. */
  death(seat: Seat, reason: string): void;
}

/** Keeps at most `size` workers, starts one when there is none to spare, drops those that died and ends those that are stuck. */
export class Pool {
  readonly #startWorker: StartWorker;
  /** The most workers. */
  readonly size: number;
  readonly #events: PoolEvents;
  readonly #seats = new Set<Seat>();
  readonly #watchdog = new Watchdog();
  #module: WebAssembly.Module | null = null;
  /** Whether a worker is to compile the module; else somebody else does, and all of them wait for it. */
  readonly #compiles: boolean;
  /** Workers that wait for the module. */
  #closed: (() => void)[] = [];

  constructor(startWorker: StartWorker, size: number, compiles: boolean, events: PoolEvents) {
    this.#startWorker = startWorker;
    this.size = Math.max(1, size);
    this.#compiles = compiles;
    this.#events = events;
  }

  /** The compiled module, once there is one: workers that wait for it begin, later ones need not compile it again. */
  adopt(module: WebAssembly.Module): void {
    this.#module ??= module;
    for (const open of this.#closed.splice(0)) open();
  }

  /** A worker of its own that no job is given to. It is the one that compiles if one does. */
  single(): Seat {
    return this.#open(true);
  }

  /** Workers that will be needed in a moment, started ahead. */
  warm(count: number): void {
    while (this.#seats.size < Math.min(count, this.size)) this.#seats.add(this.#open(false));
  }

  /**
   * The seat for one more job: an idle worker, else a new one, else the one with the least to do. Jobs that share
   * a worker run in turn, a slice each, so that all lanes of a run grow together however few processors there are.
   * `among`: only of the first so many workers, but of one at least.
   */
  seatFor(job: number, among = this.size): Seat {
    let best: Seat | null = null;
    for (const seat of [...this.#seats].slice(0, Math.max(1, among))) {
      if (best === null || load(seat) < load(best)) best = seat;
    }
    if (best === null || (best.running.size > 0 && this.#seats.size < Math.min(among, this.size))) {
      best = this.#open(false);
      this.#seats.add(best);
    }
    best.running.add(job);
    return best;
  }

  dispose(): void {
    for (const seat of this.#seats) seat.port.close();
    this.#seats.clear();
  }

  #open(isSingle: boolean): Seat {
    let closed = false;
    const die = (reason: string): void => {
      if (closed) return;
      seat.port.close();
      this.#seats.delete(seat);
      this.#events.death(seat, reason);
    };
    const hear = (message: FromWorker): void => {
      if (closed) return;
      if (message.kind === 'begins') watch.at(message);
      else if (message.kind === 'rests') watch.at(null);
      else {
        watch.sign();
        this.#events.message(seat, message);
        if (message.kind === 'broken') die(message.message);
      }
    };
    const watch = this.#watchdog.watch(({ job, request, mayTakeMs }) => {
      const message = `it gave no sign for ${String(Math.round(mayTakeMs / 1000))} s and was ended`;
      hear({ kind: 'broken', job, request, message });
    });
    const port = this.#startWorker(hear, die);
    /** What is sent before the worker is opened; null from then on. */
    let early: ToWorker[] | null = [];
    const seat: Seat = {
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
    else this.#closed.push(open);
    return seat;
  }
}

/** Running jobs count; what is kept only breaks ties, so that memory spreads evenly. */
function load(seat: Seat): number {
  return seat.running.size * 1_000 + seat.kept.size;
}

/** A real worker. */
export const startModuleWorker: StartWorker = (hear, die) => {
  const worker = spawn();
  worker.onmessage = (event: MessageEvent<FromWorker>) => {
    hear(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    // Where the script itself could not be loaded, browsers send an event without a message.
    const { message = '' } = event as Partial<ErrorEvent>;
    die(message === '' ? 'the worker could not be started' : message);
  };
  worker.onmessageerror = () => {
    die('a message from the worker could not be read');
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
