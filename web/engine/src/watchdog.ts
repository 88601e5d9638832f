/**
 * Ends a worker that has begun something and gives no sign. Nothing can stop a step of WebAssembly
 * from outside but the end of its worker, so every step is announced before it begins.
 *
 * The time that counts is the one in which this page runs as it should. A timer that comes late
 * says that the page was suspended, is hidden and throttled, stands in a debugger, or that the
 * machine has no time for anybody: that is not held against the worker.
 */

/** What a worker is at, until it is heard of again. */
export interface Step {
  job: number | null;
  request: number | null;
  /** Without a sign for longer than this it is ended. */
  mayTakeMs: number;
}

/** For a slice of a simulation, which is cut to some twenty milliseconds. */
export const SILENCE_MS = 3_000;
/**
 * For what reads a whole scenario and cannot be cut: 100 000 flows over 1000 hops, the most there
 * may be, take 0.8 s on a laptop, and a phone may be ten times as slow.
 */
export const READING_MS = 10_000;

const TICK_MS = 500;
/** A tick after more than this is late. A hidden tab has one a second at most. */
const LATE_MS = 750;

/** One worker. */
export interface Watch {
  /** It begins a step, or is idle (null). */
  begin(step: Step | null): void;
  /** A message came from it. */
  heard(): void;
  /** It is closed. */
  close(): void;
}

export class Watchdog {
  /** The workers that are at something. */
  readonly #busy = new Set<{ pass: (ms: number) => void }>();
  #timer: ReturnType<typeof setInterval> | null = null;
  #tickedMs = 0;

  /** `end` hears, once, of the step after which nothing was heard. */
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
