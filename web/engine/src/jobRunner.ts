import { buffersOf, takeChunk } from './columns.ts';
import { messageOf, plainError, scenarioErrorIn } from './errors.ts';
import type { Ask, FromWorker, ToWorker } from './protocol.ts';
import { Replays, type Replay } from './replays.ts';
import { REQUESTS, type Analysis, type Answer, type RequestEntry, type RequestName } from './requests.ts';
import type { LaneInfo, LaneResults } from './types.ts';
import { READING_MS, SILENCE_MS } from './watchdog.ts';
import type { Step } from './watchdog.ts';
import type { WasmAnalysis, WasmEngine, WasmRun } from './wasm.ts';

/** What the runner needs from its worker; tests use another environment. */
export interface WorkerEnvironment {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
  /** Announces a step before it begins; null: nothing is left to do. */
  announce(step: Step | null): void;
  /** Lets the messages that have arrived be handled first. */
  nextTurn(): Promise<void>;
  /** Wall clock, milliseconds. */
  now(): number;
  loadAnalysis(): Promise<WasmAnalysis>;
}

/** Small, so that the first curve appears at once. */
const FIRST_SLICE_EVENTS = 2_000;
const SLICE_EVENTS = 50_000;
const MIN_SLICE_EVENTS = 1_000;
/** A slice that takes longer is halved, so that cancelling stays quick on slow machines. */
const MAX_SLICE_MS = 20;
/** A step that repeats a part of a run may take this many times as long as the run took. */
const REPEATING = 4;
const CHUNK_EVERY_MS = 30;
/** Results cover whole intervals and are shown as text: they may come less often than curves. */
const RESULTS_EVERY_MS = 100;

interface Job {
  readonly id: number;
  readonly run: WasmRun;
  readonly durationS: number;
  /** Only the results are wanted, at the end. */
  readonly quiet: boolean;
  sliceEvents: number;
  /** Wall time of its slices so far. */
  spentMs: number;
  chunkAtMs: number;
  /** Time of the last results. Null before the first slice, which sends a curve without results. */
  resultsAtMs: number | null;
}

/** The work of a worker: runs jobs in turn, one slice each, and handles messages between slices. */
export class JobRunner {
  readonly #engine: WasmEngine;
  readonly #environment: WorkerEnvironment;
  readonly #jobs = new Map<number, Job>();
  readonly #replays: Replays;
  /** The second module, once a request has needed it. */
  #analysis: Promise<Analysis> | null = null;
  /** Inquiries that wait for the second module, each with what other workers have found meanwhile. */
  readonly #inquiries = new Map<number, string[]>();
  /** Jobs that are not finished, next one first. */
  #waiting: Job[] = [];
  #working = false;
  #broken = false;

  constructor(engine: WasmEngine, environment: WorkerEnvironment) {
    this.#engine = engine;
    this.#environment = environment;
    this.#replays = new Replays((message, transfer) => {
      environment.post(message, transfer);
    });
  }

  handle(message: ToWorker): void {
    if (this.#broken) return;
    switch (message.kind) {
      case 'open':
        break;
      case 'start':
        this.#start(
          message.job,
          false,
          () => new this.#engine.Run(message.text, message.lane, message.programs),
        );
        break;
      case 'measure':
        this.#start(message.job, true, () =>
          this.#engine.Run.measuring(message.text, message.lane, message.seed, message.programs),
        );
        break;
      case 'ask':
        this.#ask(message);
        break;
      case 'abandon':
        this.#inquiries.delete(message.request);
        this.#replays.drop(message.request);
        break;
      case 'learn':
        this.#learn(message.request, message.found);
        break;
      case 'rest':
        this.#replays.rest(message.request, message.rests);
        if (!this.#working) void this.#work();
        break;
      case 'release':
        this.#release(message.job);
        break;
    }
  }

  #start(id: number, quiet: boolean, begin: () => WasmRun): void {
    this.#guard({ job: id, mayTakeMs: READING_MS }, () => {
      let run: WasmRun;
      try {
        run = begin();
      } catch (thrown) {
        const error = scenarioErrorIn(thrown);
        if (error === null) throw thrown;
        this.#environment.post({ kind: 'refused', job: id, error }, []);
        return;
      }
      const info = JSON.parse(run.info()) as LaneInfo;
      const job: Job = {
        id,
        run,
        durationS: info.duration_s,
        quiet,
        sliceEvents: quiet ? SLICE_EVENTS : FIRST_SLICE_EVENTS,
        spentMs: 0,
        chunkAtMs: -Infinity,
        resultsAtMs: null,
      };
      this.#jobs.set(id, job);
      if (!quiet) this.#environment.post({ kind: 'lane', job: id, info }, []);
      // Order: lanes without a first curve first, then from left to right.
      const shown = this.#waiting.findIndex((other) => other.quiet || other.chunkAtMs > -Infinity);
      this.#waiting.splice(shown < 0 ? this.#waiting.length : shown, 0, job);
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#waiting.length > 0 || this.#replays.next !== null) {
      // A reader waits for a replay, so it goes first. Runs still get every second slice.
      const { next } = this.#replays;
      if (next !== null) this.#guard({ job: next.job, request: next.request }, () => this.#replays.slice());
      // After a failure no job is left.
      const job = this.#waiting.shift();
      if (job !== undefined) {
        const goesOn = this.#guard({ job: job.id }, () => this.#slice(job));
        if (goesOn === true) this.#waiting.push(job);
      }
      await this.#environment.nextTurn();
    }
    this.#working = false;
    if (!this.#broken) this.#environment.announce(null);
  }

  /** Returns whether there is more to simulate. */
  #slice(job: Job): boolean {
    const startedMs = this.#environment.now();
    const reachedS = job.run.advance(job.durationS, job.sliceEvents);
    const endedMs = this.#environment.now();
    job.spentMs += endedMs - startedMs;
    job.sliceEvents = nextSlice(job.sliceEvents, endedMs - startedMs);

    const done = job.run.done();
    if (job.quiet) {
      if (done) this.#measured(job);
      return !done;
    }
    if (done || endedMs - job.chunkAtMs >= CHUNK_EVERY_MS) {
      job.chunkAtMs = endedMs;
      const chunk = takeChunk(reachedS, job.run.take());
      this.#environment.post({ kind: 'chunk', job: job.id, chunk }, buffersOf(chunk));
    }
    job.resultsAtMs ??= endedMs;
    if (done || endedMs - job.resultsAtMs >= RESULTS_EVERY_MS) {
      job.resultsAtMs = endedMs;
      const results = JSON.parse(job.run.results()) as LaneResults;
      this.#environment.post({ kind: 'results', job: job.id, results, done }, []);
    }
    return !done;
  }

  #measured(job: Job): void {
    this.#environment.post({ kind: 'measured', job: job.id, results: job.run.results() }, []);
    this.#jobs.delete(job.id);
    job.run.free();
  }

  #ask({ request, name, job: id, args: asked }: Ask): void {
    const entry: RequestEntry = REQUESTS[name];
    const args = asked as never[];
    if (entry.of === 'engine') {
      this.#answer({ request, mayTakeMs: READING_MS }, () => entry.answer(this.#engine, ...args));
      return;
    }
    if (entry.of === 'analysis') {
      this.#withAnalysis(request, (analysis) => {
        this.#answer({ request, mayTakeMs: READING_MS }, () => entry.answer(analysis, ...args));
      });
      return;
    }
    if (entry.of === 'inquiry') {
      this.#inquiries.set(request, []);
      this.#withAnalysis(request, (analysis) => {
        this.#inquire(request, () => {
          const state = entry.begin(analysis, ...args);
          return { state, answer: () => entry.answer(state as never, ...args) as Answer<RequestName> };
        });
      });
      return;
    }
    const job = id === null ? undefined : this.#jobs.get(id);
    if (job === undefined) return; // released meanwhile: the page has closed the request itself
    if (entry.of === 'run') {
      const step = { job: job.id, request, mayTakeMs: repeating(job) };
      this.#answer(step, () => entry.answer(job.run, ...args));
      return;
    }
    this.#guard({ job: job.id, request }, () => {
      const state = entry.begin(job.run, ...args);
      const answer = () => entry.answer(state, ...args) as Answer<RequestName>;
      this.#replays.add({ request, job: job.id, state, answer });
      if (!this.#working) void this.#work();
    });
  }

  /** Begins an inquiry, which goes on in slices. */
  #inquire(request: number, begin: () => Pick<Replay, 'state' | 'answer'>): void {
    const early = this.#inquiries.get(request);
    if (early === undefined) return; // abandoned meanwhile
    this.#inquiries.delete(request);
    this.#guard({ request, mayTakeMs: READING_MS }, () => {
      try {
        this.#replays.add({ request, job: null, ...begin() });
        for (const found of early) this.#replays.learn(request, found);
        if (!this.#working) void this.#work();
      } catch (thrown) {
        const error = scenarioErrorIn(thrown);
        if (error === null) throw thrown;
        this.#environment.post({ kind: 'refusal', request, error }, []);
      }
    });
  }

  #learn(request: number, found: string): void {
    const early = this.#inquiries.get(request);
    if (early === undefined) this.#guard({ request }, () => this.#replays.learn(request, found));
    else early.push(found);
  }

  #answer(step: Partial<Step> & { request: number }, compute: () => unknown): void {
    const { request } = step;
    this.#guard(step, () => {
      try {
        const answer = compute() as Answer<RequestName>;
        this.#environment.post({ kind: 'answer', request, answer }, buffersOf(answer));
      } catch (thrown) {
        const error = scenarioErrorIn(thrown);
        if (error === null) throw thrown;
        this.#environment.post({ kind: 'refusal', request, error }, []);
      }
    });
  }

  /** Requests are answered in the order of arrival: all of them wait for the same module. */
  #withAnalysis(request: number, action: (analysis: Analysis) => void): void {
    this.#analysis ??= this.#environment.loadAnalysis().then((module) => ({ module, sweeps: new Map() }));
    this.#analysis.then(action, (thrown: unknown) => {
      this.#analysis = null; // the next request tries again
      const reason = messageOf(thrown);
      const error = plainError(`A part of the engine could not be loaded: ${reason}`);
      this.#environment.post({ kind: 'refusal', request, error }, []);
    });
  }

  #release(id: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) {
      this.#releaseSweep(id);
      return;
    }
    this.#replays.dropOf(id);
    this.#jobs.delete(id);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== job);
    this.#guard({ job: id }, () => {
      job.run.free();
    });
  }

  #releaseSweep(id: number): void {
    this.#analysis?.then(
      ({ sweeps }) => {
        const sweep = sweeps.get(id);
        sweeps.delete(id);
        if (sweep !== undefined)
          this.#guard({ mayTakeMs: READING_MS }, () => {
            sweep.free();
          });
      },
      () => undefined,
    );
  }

  /**
   * Runs a step. An exception here is unexpected: after a trap the module's memory may be in any
   * state, so the module is not used again.
   */
  #guard<T>(
    { job = null, request = null, mayTakeMs = SILENCE_MS }: Partial<Step>,
    action: () => T,
  ): T | undefined {
    if (this.#broken) return undefined;
    this.#environment.announce({ job, request, mayTakeMs });
    try {
      const outcome = action();
      if (!this.#working) this.#environment.announce(null);
      return outcome;
    } catch (thrown) {
      this.#broken = true;
      this.#waiting = [];
      this.#replays.forget();
      this.#analysis = null;
      this.#jobs.clear();
      const message = messageOf(thrown);
      this.#environment.post({ kind: 'broken', job, request, message }, []);
      return undefined;
    }
  }
}

/** Time limit of a step that repeats a part of what the job has simulated. */
function repeating(job: Job): number {
  return SILENCE_MS + REPEATING * job.spentMs;
}

/** The slice grows from a small start to its usual size, and is halved if it takes too long. */
function nextSlice(events: number, tookMs: number): number {
  if (tookMs > MAX_SLICE_MS) return Math.max(MIN_SLICE_EVENTS, Math.floor(events / 2));
  if (tookMs < MAX_SLICE_MS / 2) return Math.min(SLICE_EVENTS, events * 5);
  return events;
}
