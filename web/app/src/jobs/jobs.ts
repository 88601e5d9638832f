/**
 * All runs beside the lanes of the page. A job waits for its turn and for a calm hand. Who wants the
 * same shares one job. A job that nobody wants any more is stopped; what is finished is kept.
 */
import type { Signal } from '@ackscope/charts';
import type { Engine } from '@ackscope/engine';
import type { LabStore } from '@ackscope/model';

/**
 * `shown`: a reader waits for the answer, so it never waits for other jobs. `near`: it is in view, one
 * at a time. `idle`: nobody has asked, so it waits until there is no other job.
 */
export type Priority = 'shown' | 'near' | 'idle';
const ORDER: readonly Priority[] = ['shown', 'near', 'idle'];

/** So long nothing must have changed: who zooms or turns a knob has the processor for that. */
export const CALM_MS = 300;
/** The most finished jobs that are kept while nobody wants them. */
export const MAX_KEPT = 200;

export interface Job<Value> {
  /** Names what is computed: jobs with the same key are one. */
  key: string;
  priority: Priority;
  /** What is shown before anything is known. */
  first: Value;
  /** Rejects if there is no answer: the next one who wants it tries again. */
  work: (show: (value: Value) => void, signal: AbortSignal) => Promise<unknown>;
}

interface Entry {
  value: unknown;
  readonly listeners: Set<() => void>;
  readonly priority: Priority;
  state: 'open' | 'finished' | 'failed';
  begin: () => void;
  stop: () => void;
}

interface Turn {
  priority: Priority;
  /** Jobs that were asked for at once are one group. */
  group: number;
  begin: () => void;
}

const rank = ({ priority }: Turn): number => ORDER.indexOf(priority);

class Jobs {
  readonly #known = new Map<string, Entry>();
  readonly #touchedMs = { shown: -Infinity, near: -Infinity, idle: -Infinity };
  readonly #running: Priority[] = [];
  #waiting: Turn[] = [];
  #group = 0;
  #calm: ReturnType<typeof setTimeout> | undefined;

  /** The value of a job, which is computed while somebody subscribes. */
  run<Value>(job: Job<Value>): Signal<Value> {
    const { key, first } = job;
    return {
      get: () => (this.#known.get(key)?.value ?? first) as Value,
      subscribe: (listener) => {
        const entry = this.#known.get(key) ?? this.#open(job);
        const own = (): void => listener();
        entry.listeners.add(own);
        return () => {
          entry.listeners.delete(own);
          if (entry.listeners.size === 0) this.#leave(key, entry);
        };
      },
    };
  }

  /** Does the work when its turn comes. Rejects if the signal is aborted before. */
  async turn<Value>(priority: Priority, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.#comes(priority, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(priority), 1);
      this.#next();
    }
  }

  /** The hand moves: nothing of this priority or a lower one begins soon, and an open answer is computed later. */
  touch(most: Priority): void {
    for (const priority of ORDER.slice(ORDER.indexOf(most))) this.#touchedMs[priority] = performance.now();
    if (most !== 'shown') return;
    for (const entry of this.#known.values())
      if (entry.priority === 'shown' && entry.state === 'open') entry.begin();
  }

  #open<Value>({ key, priority, first, work }: Job<Value>): Entry {
    const tell = (value: Value): void => {
      if (entry.value === value) return;
      entry.value = value;
      for (const listener of entry.listeners) listener();
    };
    let over = new AbortController();
    const entry: Entry = {
      value: first,
      listeners: new Set(),
      priority,
      state: 'open',
      begin: () => {
        over.abort();
        over = new AbortController();
        const { signal } = over;
        const unlessOver = (action: () => void): void => {
          if (!signal.aborted) action();
        };
        tell(first);
        const show = (next: Value): void => unlessOver(() => tell(next));
        this.turn(priority, signal, () => work(show, signal)).then(
          () => unlessOver(() => (entry.state = 'finished')),
          () => unlessOver(() => (entry.state = 'failed')),
        );
      },
      stop: () => over.abort(),
    };
    this.#known.set(key, entry);
    entry.begin();
    return entry;
  }

  #leave(key: string, entry: Entry): void {
    this.#known.delete(key);
    if (entry.state !== 'finished') {
      entry.stop();
      return;
    }
    this.#known.set(key, entry); // the last one to go
    const kept = [...this.#known].filter(([, { listeners }]) => listeners.size === 0);
    for (const [old] of kept.slice(0, Math.max(0, kept.length - MAX_KEPT))) this.#known.delete(old);
  }

  #comes(priority: Priority, signal: AbortSignal): Promise<void> {
    return new Promise((begin, reject) => {
      const turn = { priority, group: this.#group, begin };
      this.#waiting.push(turn);
      signal.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((one) => one !== turn);
        reject(signal.reason as Error);
      });
      queueMicrotask(() => {
        this.#group += 1;
        this.#next();
      });
    });
  }

  #next(): void {
    // The newest group is in view now. Within a group the order is that of the page.
    this.#waiting.sort((a, b) => rank(a) - rank(b) || b.group - a.group);
    for (const turn of [...this.#waiting]) {
      if (!this.#mayBegin(turn.priority)) continue;
      this.#waiting = this.#waiting.filter((one) => one !== turn);
      this.#running.push(turn.priority);
      turn.begin();
    }
    const waits = this.#waiting.map(({ priority }) => this.#calmInMs(priority)).filter((ms) => ms > 0);
    clearTimeout(this.#calm);
    if (waits.length > 0) this.#calm = setTimeout(() => this.#next(), Math.min(...waits));
  }

  #mayBegin(priority: Priority): boolean {
    if (this.#calmInMs(priority) > 0) return false;
    if (priority === 'near') return !this.#running.includes('near');
    return priority === 'shown' || (this.#running.length === 0 && this.#waiting.every(isIdle));
  }

  #calmInMs(priority: Priority): number {
    return this.#touchedMs[priority] + CALM_MS - performance.now();
  }
}

const isIdle = ({ priority }: Turn): boolean => priority === 'idle';

const perEngine = new WeakMap<Engine, Jobs>();

export function jobsOf(engine: Engine): Jobs {
  const jobs = perEngine.get(engine) ?? new Jobs();
  perEngine.set(engine, jobs);
  return jobs;
}

/** The turn of work that a reader waits for and that tells its state itself: a sweep, a report card. */
export function shownTurn(engine: Engine): (signal: AbortSignal, work: () => Promise<void>) => Promise<void> {
  return (signal, work) => jobsOf(engine).turn('shown', signal, work);
}

/** Jobs wait for a hand that zooms; idle ones for any change in the lab. */
export function waitForHand(engine: Engine, store: LabStore): () => void {
  const jobs = jobsOf(engine);
  jobs.touch('idle'); // it has just opened
  return store.subscribe((now, before) => {
    jobs.touch(now.view.timeRange === before.view.timeRange ? 'idle' : 'shown');
  });
}
