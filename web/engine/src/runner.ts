import { buffersOf, unpackChunk, unpackPackets } from './columns.ts';
import { scenarioErrorIn } from './errors.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { Replays } from './replays.ts';
import { Studies } from './studies.ts';
import type { Study, Surface, SurfaceRun } from './surface.ts';
import type { Check, LaneInfo, LaneResults, Verdict } from './types.ts';
import { READING_MS, SILENCE_MS } from './watchdog.ts';
import type { Step } from './watchdog.ts';

/** What the runner needs from the world; tests hand it another one. */
export interface Surroundings {
  post(message: FromWorker, transfer: ArrayBuffer[]): void;
  /** Tells what is begun before it is begun; null: nothing is left to do. */
  sign(step: Step | null): void;
  /** Lets messages that have arrived be handled, then goes on. */
  nextTurn(): Promise<void>;
  /** Wall clock, milliseconds. */
  now(): number;
  /** Loads the second module. */
  openStudy(): Promise<Study>;
}

/** Small, so that a curve shows at once. */
const FIRST_SLICE_EVENTS = 2_000;
const SLICE_EVENTS = 50_000;
const MIN_SLICE_EVENTS = 1_000;
/** A slice that takes longer than this is cut, so that cancelling stays quick on slow machines too. */
const MAX_SLICE_MS = 20;
/** What repeats a part of a run in one step, with everything recorded, takes so many times as long as the run at most. */
const REPEATING = 4;
const CHUNK_EVERY_MS = 30;
/** Results are measured over whole windows and shown as text: they need not come as often as curves. */
const RESULTS_EVERY_MS = 100;

interface Job {
  readonly id: number;
  readonly run: SurfaceRun;
  readonly durationS: number;
  /** Only its results are wanted, once it is done. */
  readonly quiet: boolean;
  sliceEvents: number;
  /** What its slices took so far. */
  spentMs: number;
  chunkAtMs: number;
  /** When results were told last; null before the first slice, which is told as a curve alone. */
  resultsAtMs: number | null;
}

/** The worker without the worker: runs jobs in turn, a slice each, and hears messages between slices. */
export class Runner {
  readonly #surface: Surface;
  readonly #world: Surroundings;
  readonly #jobs = new Map<number, Job>();
  readonly #replays: Replays;
  readonly #studies: Studies;
  /** Jobs that still have something to simulate, next one first. */
  #waiting: Job[] = [];
  #working = false;
  #broken = false;

  constructor(surface: Surface, world: Surroundings) {
    this.#surface = surface;
    this.#world = world;
    this.#replays = new Replays(world);
    this.#studies = new Studies({
      open: () => world.openStudy(),
      post: (message) => {
        world.post(message, []);
      },
      guard: (request, action) => {
        if (this.#broken) return;
        this.#guard({ ...(request === undefined ? {} : { request }), mayTakeMs: READING_MS }, action);
      },
    });
  }

  handle(message: ToWorker): void {
    if (this.#broken) return;
    switch (message.kind) {
      case 'open':
        break;
      case 'check':
        this.#guard({ request: message.request, mayTakeMs: READING_MS }, () => {
          const check = JSON.parse(this.#surface.check(message.text)) as Check;
          this.#world.post({ kind: 'checked', request: message.request, check }, []);
        });
        break;
      case 'start':
        this.#start(message.job, false, () => new this.#surface.Run(message.text, message.lane));
        break;
      case 'measure':
        this.#start(message.job, true, () =>
          this.#surface.Run.measuring(message.text, message.lane, message.seed),
        );
        break;
      case 'theory':
      case 'program':
      case 'sweep':
      case 'add':
      case 'report-sweep':
      case 'close-sweep':
        this.#studies.handle(message);
        break;
      case 'packets':
        this.#packets(message.request, message.job, message.fromS, message.toS);
        break;
      case 'verdict':
        this.#verdict(message.request, message.job, message.text, message.timeS);
        break;
      case 'replay':
        this.#replay(message);
        break;
      case 'qlog':
        this.#qlog(message);
        break;
      case 'abandon':
        this.#replays.drop(message.request);
        break;
      case 'release':
        this.#release(message.job);
        break;
    }
  }

  #start(id: number, quiet: boolean, begin: () => SurfaceRun): void {
    this.#guard({ job: id, mayTakeMs: READING_MS }, () => {
      let run: SurfaceRun;
      try {
        run = begin();
      } catch (thrown) {
        const error = scenarioErrorIn(thrown);
        if (error === null) throw thrown;
        this.#world.post({ kind: quiet ? 'unmeasured' : 'refused', job: id, error }, []);
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
      if (!quiet) this.#world.post({ kind: 'lane', job: id, info }, []);
      this.#waiting.unshift(job); // before those that have shown something already
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#waiting.length > 0 || this.#replays.next !== null) {
      // Somebody waits for a replay with his eyes on the screen: it goes first, but does not stop the runs.
      const { next } = this.#replays;
      if (next !== null) this.#guard({ job: next.job, request: next.request }, () => this.#replays.slice());
      // Nothing waits any more once something broke.
      const job = this.#waiting.shift();
      if (job !== undefined) {
        const goesOn = this.#guard({ job: job.id }, () => this.#slice(job));
        if (goesOn === true) this.#waiting.push(job);
      }
      await this.#world.nextTurn();
    }
    this.#working = false;
    if (!this.#broken) this.#world.sign(null);
  }

  /** Returns whether there is more to simulate. */
  #slice(job: Job): boolean {
    const startedMs = this.#world.now();
    const reachedS = job.run.advance(job.durationS, job.sliceEvents);
    const endedMs = this.#world.now();
    job.spentMs += endedMs - startedMs;
    job.sliceEvents = nextSlice(job.sliceEvents, endedMs - startedMs);

    const done = job.run.done();
    if (job.quiet) {
      if (done) this.#measured(job);
      return !done;
    }
    if (done || endedMs - job.chunkAtMs >= CHUNK_EVERY_MS) {
      job.chunkAtMs = endedMs;
      const packed = job.run.take();
      const chunk = unpackChunk(reachedS, packed);
      packed.free();
      this.#world.post({ kind: 'chunk', job: job.id, chunk }, buffersOf(chunk));
    }
    job.resultsAtMs ??= endedMs;
    if (done || endedMs - job.resultsAtMs >= RESULTS_EVERY_MS) {
      job.resultsAtMs = endedMs;
      const results = JSON.parse(job.run.results()) as LaneResults;
      this.#world.post({ kind: 'results', job: job.id, results, done }, []);
    }
    return !done;
  }

  #measured(job: Job): void {
    this.#world.post({ kind: 'measured', job: job.id, results: job.run.results() }, []);
    this.#jobs.delete(job.id);
    job.run.free();
  }

  #packets(request: number, id: number, fromS: number, toS: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return; // released meanwhile: the page has closed the request itself
    this.#guard({ job: id, request, mayTakeMs: repeating(job) }, () => {
      const packed = job.run.packets(fromS, toS);
      const log = unpackPackets(fromS, toS, packed);
      packed.free();
      this.#world.post({ kind: 'packets', request, log }, buffersOf(log));
    });
  }

  #verdict(request: number, id: number, text: string, timeS: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#guard({ job: id, request, mayTakeMs: repeating(job) }, () => {
      const verdict = JSON.parse(job.run.verdict(text, timeS)) as Verdict | null;
      this.#world.post({ kind: 'verdict', request, verdict }, []);
    });
  }

  #qlog({ request, job: id, flow, fromS, toS, origin }: Extract<ToWorker, { kind: 'qlog' }>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return; // released meanwhile: the page has closed the request itself
    this.#guard({ job: id, request, mayTakeMs: repeating(job) }, () => {
      const { title, link, rules } = origin;
      const text = job.run.qlog(flow, fromS, toS, title, link, rules.join('\n'));
      this.#world.post({ kind: 'told', request, text }, []);
    });
  }

  #replay(message: Extract<ToWorker, { kind: 'replay' }>): void {
    const job = this.#jobs.get(message.job);
    if (job === undefined) return; // released meanwhile: the page has closed the request itself
    this.#guard({ job: job.id, request: message.request }, () => {
      this.#replays.add(message, job.run);
      if (!this.#working) void this.#work();
    });
  }

  #release(id: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#replays.dropOf(id);
    this.#jobs.delete(id);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== job);
    this.#guard({ job: id }, () => {
      job.run.free();
    });
  }

  /**
   * Whatever is thrown in here was not foreseen: after a trap the module's memory may be in any state, so that
   * nothing is asked of it again.
   */
  #guard<T>(
    { job = null, request = null, mayTakeMs = SILENCE_MS }: Partial<Step>,
    action: () => T,
  ): T | undefined {
    this.#world.sign({ job, request, mayTakeMs });
    try {
      const outcome = action();
      if (!this.#working) this.#world.sign(null);
      return outcome;
    } catch (thrown) {
      this.#broken = true;
      this.#waiting = [];
      this.#replays.forget();
      this.#studies.forget();
      this.#jobs.clear();
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      this.#world.post({ kind: 'broken', job, request, message }, []);
      return undefined;
    }
  }
}

/** For a step that repeats a part of what the job has done. */
function repeating(job: Job): number {
  return SILENCE_MS + REPEATING * job.spentMs;
}

/** Grows to the usual size from a small start, and shrinks where that takes too long. */
function nextSlice(events: number, tookMs: number): number {
  if (tookMs > MAX_SLICE_MS) return Math.max(MIN_SLICE_EVENTS, Math.floor(events / 2));
  if (tookMs < MAX_SLICE_MS / 2) return Math.min(SLICE_EVENTS, events * 5);
  return events;
}
