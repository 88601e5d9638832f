import type { Engine } from './engine.ts';
import { withResolvers } from './withResolvers.ts';

/** An engine that is loading. It accepts requests and runs, and answers them once it can. */
export interface LoadingEngine {
  /** Its catalogue is available once `named` is resolved. */
  engine: Engine;
  /** Resolves before `opened`; rejects like it. */
  named: Promise<Engine>;
  /** Rejects with a reason if the engine cannot be loaded; the engine is then closed. */
  opened: Promise<Engine>;
}

/** An engine is named once its catalogue is loaded, and open once its worker is ready too. */
export class Loading {
  readonly #named = withResolvers<Engine>();
  readonly #opened = withResolvers<Engine>();
  #hasCatalogue = false;
  #hasWorker = false;
  #isOver = false;

  constructor() {
    // A caller may wait for one of the two: the other rejection is no error.
    for (const { promise } of [this.#named, this.#opened]) promise.catch(() => undefined);
  }

  /** True once the engine is open or could not be loaded. */
  get isOver(): boolean {
    return this.#isOver;
  }

  of(engine: Engine): LoadingEngine {
    return { engine, named: this.#named.promise, opened: this.#opened.promise };
  }

  catalogueIsThere(engine: Engine): void {
    this.#hasCatalogue = true;
    this.#named.resolve(engine);
    this.#settle(engine);
  }

  workerIsReady(engine: Engine): void {
    this.#hasWorker = true;
    this.#settle(engine);
  }

  fail(reason: string): void {
    const error = new Error(`The engine could not be loaded: ${reason}`);
    this.#isOver = true;
    this.#named.reject(error);
    this.#opened.reject(error);
  }

  #settle(engine: Engine): void {
    if (!this.#hasCatalogue || !this.#hasWorker) return;
    this.#isOver = true;
    this.#opened.resolve(engine);
  }
}
