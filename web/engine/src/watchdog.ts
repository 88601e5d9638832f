/**
 * Stops a worker that has begun a step and sends no message for too long. A step of WebAssembly
 * cannot be interrupted except by ending its worker, so every step is announced before it begins.
 *
 * Only the time in which this page runs normally counts. A late timer means that the page was
 * suspended, hidden and throttled or halted in a debugger, or that the machine is overloaded: none
 * of this is the worker's fault.
 */

/** The current step of a worker, until its next message. */
export interface Step {
  job: number | null;
  request: number | null;
  /** The worker is stopped if it is silent for longer than this. */
  mayTakeMs: number;
}

/** Limit for a slice of a simulation, which takes about twenty milliseconds. */
export const SILENCE_MS = 3_000;
/**
 * Limit for reading a whole scenario, which cannot be sliced. The largest one allowed, 100 000
 * flows over 1000 hops, takes 0.8 s on a laptop, and a phone may be ten times as slow.
 */
export const READING_MS = 10_000;

const TICK_MS = 500;
/** A tick after more than this is late. A hidden tab gets at most one per second. */
const LATE_MS = 750;

export interface Watch {
  /** The worker begins a step, or is idle (null). */
  begin(step: Step | null): void;
  /** A message came from the worker. */
  heard(): void;
  close(): void;
}

export class Watchdog {
  /** The workers that are in a step. */
  readonly #busy = new Set<{ pass: (ms: number) => void }>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #tickedMs = 0;

  /** `end` is called once, with the step after which the worker was silent. */
  watch(end: (step: Step) => void): Watch {
    let current: Step | null = null;
    let silentMs = 0;
    const entry = {
      pass: (ms: number): void => {
        silentMs += ms;
        if (current === null || silentMs <= current.mayTakeMs) return;
        const step = current;
        this.#leave(entry);
        end(step);
      },
    };
    return {
      begin: (step) => {
        current = step;
        silentMs = 0;
        if (step === null) this.#leave(entry);
        else this.#enter(entry);
      },
      heard: () => {
        silentMs = 0;
      },
      close: () => {
        this.#leave(entry);
      },
    };
  }

  #enter(entry: { pass: (ms: number) => void }): void {
    this.#busy.add(entry);
    if (this.#timer !== null) return;
    this.#tickedMs = performance.now();
    this.#timer = setInterval(() => {
      this.#tick();
    }, TICK_MS);
  }

  #leave(entry: { pass: (ms: number) => void }): void {
    this.#busy.delete(entry);
    if (this.#busy.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const nowMs = performance.now();
    const passedMs = nowMs - this.#tickedMs;
    this.#tickedMs = nowMs;
    if (passedMs > LATE_MS) return;
    for (const entry of [...this.#busy]) entry.pass(passedMs);
  }
}
