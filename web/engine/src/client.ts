import { loadCatalogue } from './catalogue.ts';
import {
  WHOLE_RUN,
  type Engine,
  type ReplayHandle,
  type ReplayOptions,
  type RunHandle,
  type RunListener,
  type StartOptions,
} from './engine.ts';
import { plainError } from './errors.ts';
import { Pool, startModuleWorker, type Seat, type StartWorker } from './pool.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { Questions } from './questions.ts';
import type { SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import { Sweeps } from './sweeps.ts';
import type {
  Catalogue,
  Check,
  Exported,
  LaneName,
  Origin,
  PacketLog,
  Simulator,
  TheoryTable,
  Verdict,
  WindowDetail,
} from './types.ts';
import { withResolvers } from './withResolvers.ts';

export interface EngineOptions {
  /** How many workers may simulate at once. Default: as many as there are processors. */
  workers?: number;
  /** How to start one; the single-file build and tests have their own way. */
  startWorker?: StartWorker;
  /** The compiled engine, where the page has it or has begun to compile it. Without it the first worker does. */
  module?: Promise<WebAssembly.Module> | null;
}

/** An engine that is loading. It takes questions and runs already, and answers when it can. */
export interface BegunEngine {
  /** Its catalogue is there once `opened` is settled. */
  engine: Engine;
  /** Rejects with a reason if it cannot be loaded; the engine is closed then. */
  opened: Promise<Engine>;
}

/** Begins to load the engine, in a worker. */
export function beginEngine(options: EngineOptions = {}): BegunEngine {
  const { promise: opened, resolve, reject } = withResolvers<Engine>();
  return { engine: new Client(options, resolve, reject), opened };
}

/** Loads the engine, in a worker. Rejects with a reason if that fails. */
export function openEngine(options: EngineOptions = {}): Promise<Engine> {
  return beginEngine(options).opened;
}

/** Most comparisons have about three lanes; their workers are started before they are asked for. */
const WORKERS_AHEAD = 3;

interface Run {
  readonly text: string;
  readonly listener: RunListener;
  /** On so many workers at most. */
  readonly workers: number;
  lanes: Lane[];
  cancelled: boolean;
}

interface Lane {
  readonly run: Run;
  readonly index: number;
  readonly label: string;
  /** Null once the worker that held its state is gone, or before there is one. */
  place: { seat: Seat; job: number } | null;
  /** Set when it was begun again after another lane broke their worker: that is done once. */
  restarted: boolean;
}

/** A question about a run, and who waits for the answer. */
interface LaneRequest<Answer> {
  readonly lane: Lane;
  readonly seat: Seat;
  resolve: (answer: Answer) => void;
  reject: (reason: Error) => void;
  onProgress?: ((share: number) => void) | undefined;
}

class Client implements Engine {
  #catalogue: Catalogue | null = null;
  #isReady = false;
  readonly #pool: Pool;
  /** Reads scenarios. After its death there is none until it is needed again. */
  #control: Seat | null;
  #opened: { resolve: (engine: Engine) => void; reject: (reason: Error) => void } | null;
  #disposed = false;
  #nextNumber = 1;
  readonly #jobs = new Map<number, Lane>();
  readonly #checks = new Map<number, (check: Check) => void>();
  readonly #packets = new Map<number, LaneRequest<PacketLog>>();
  readonly #replays = new Map<number, LaneRequest<WindowDetail>>();
  readonly #verdicts = new Map<number, LaneRequest<Verdict | null>>();
  readonly #qlogs = new Map<number, LaneRequest<string>>();
  readonly #questions = new Questions();
  readonly #sweeps: Sweeps;

  constructor(options: EngineOptions, resolve: (engine: Engine) => void, reject: (reason: Error) => void) {
    this.#opened = { resolve, reject };
    const { startWorker = startModuleWorker, workers = processors(), module = null } = options;
    this.#pool = new Pool(startWorker, workers, module === null, {
      message: (seat, message) => {
        this.#hear(seat, message);
      },
      death: (seat, reason) => {
        this.#bury(seat, reason);
      },
    });
    this.#control = this.#pool.single();
    // Their scripts are loaded while the engine is.
    this.#pool.warm(Math.min(WORKERS_AHEAD, this.#pool.size - 1));
    loadCatalogue().then(
      (catalogue) => {
        this.#catalogue = catalogue;
        this.#settle();
      },
      (reason: unknown) => {
        this.#buryControl(reason instanceof Error ? reason.message : String(reason));
      },
    );
    module?.then(
      (compiled) => {
        this.#pool.adopt(compiled);
      },
      (reason: unknown) => {
        this.#buryControl(reason instanceof Error ? reason.message : String(reason));
      },
    );
    this.#sweeps = new Sweeps({
      pool: this.#pool,
      control: () => (this.#control ??= this.#pool.single()),
      number: () => this.#number(),
    });
  }

  get catalogue(): Catalogue {
    if (this.#catalogue === null) throw new Error('The engine is not open yet.');
    return this.#catalogue;
  }

  check(text: string): Promise<Check> {
    return new Promise((resolve) => {
      if (this.#disposed) {
        resolve({ ok: false, error: plainError('The engine was closed.') });
        return;
      }
      const request = this.#number();
      this.#checks.set(request, resolve);
      this.#control ??= this.#pool.single();
      this.#control.port.post({ kind: 'check', request, text });
    });
  }

  async theory(id: string, sets: Record<string, number | readonly number[]>): Promise<TheoryTable> {
    const text = await this.#question((request) => ({
      kind: 'theory',
      request,
      id,
      sets: JSON.stringify(sets),
    }));
    return JSON.parse(text) as TheoryTable;
  }

  async program(text: string, lane: number, simulator: Simulator, origin: Origin): Promise<Exported> {
    const answer = await this.#question((request) => ({
      kind: 'program',
      request,
      text,
      lane,
      simulator,
      origin,
    }));
    return JSON.parse(answer) as Exported;
  }

  start(text: string, listener: RunListener, { lanes, sparesOne }: StartOptions = {}): RunHandle {
    const workers = sparesOne === true ? this.#pool.size - 1 : this.#pool.size;
    const run: Run = { text, listener, workers, lanes: [], cancelled: false };
    if (lanes !== undefined) this.#beginAll(run, lanes);
    else {
      void this.check(text).then((check) => {
        if (run.cancelled || this.#disposed) return;
        if (check.ok) this.#beginAll(run, check.lanes);
        else listener.onError(WHOLE_RUN, check.error);
      });
    }
    return {
      cancel: () => {
        this.#cancel(run);
      },
      packets: (lane, fromS, toS) =>
        this.#ask(this.#packets, run, lane, (request, job) => ({
          kind: 'packets',
          request,
          job,
          fromS,
          toS,
        })),
      verdict: (lane, timeS) =>
        this.#ask(this.#verdicts, run, lane, (request, job) => ({
          kind: 'verdict',
          request,
          job,
          text,
          timeS,
        })),
      qlog: (lane, flow, fromS, toS, origin) =>
        this.#ask(this.#qlogs, run, lane, (request, job) => ({
          kind: 'qlog',
          request,
          job,
          flow,
          fromS,
          toS,
          origin,
        })),
      replay: (lane, fromS, toS, options) => this.#replay(run, lane, [fromS, toS], options ?? {}),
    };
  }

  sweep(request: SweepRequest, listener: SweepListener): SweepHandle {
    return this.#sweeps.start(request, listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#sweeps.dispose();
    this.#control?.port.close();
    this.#pool.dispose();
    this.#jobs.clear();
    for (const resolve of this.#checks.values()) {
      resolve({ ok: false, error: plainError('The engine was closed.') });
    }
    this.#checks.clear();
    this.#questions.bury(null, 'The engine was closed.');
    this.#rejectRequests(() => true, 'The engine was closed.');
  }

  #question(message: (request: number) => ToWorker): Promise<string> {
    if (this.#disposed) return Promise.reject(new Error('The engine was closed.'));
    this.#control ??= this.#pool.single();
    const request = this.#number();
    return this.#questions.ask(this.#control, request, message(request));
  }

  #number(): number {
    return this.#nextNumber++;
  }

  #beginAll(run: Run, lanes: readonly LaneName[]): void {
    run.lanes = lanes.map(({ label }, index) => ({ run, index, label, place: null, restarted: false }));
    for (const lane of run.lanes) this.#begin(lane);
  }

  #begin(lane: Lane): void {
    const job = this.#number();
    const seat = this.#pool.seatFor(job, lane.run.workers);
    lane.place = { seat, job };
    this.#jobs.set(job, lane);
    seat.port.post({ kind: 'start', job, text: lane.run.text, lane: lane.index });
  }

  #release(lane: Lane): void {
    if (lane.place === null) return;
    const { seat, job } = lane.place;
    lane.place = null;
    this.#jobs.delete(job);
    seat.running.delete(job);
    seat.kept.delete(job);
    seat.port.post({ kind: 'release', job });
  }

  #cancel(run: Run): void {
    if (run.cancelled) return;
    run.cancelled = true;
    for (const lane of run.lanes) this.#release(lane);
    this.#rejectRequests((request) => request.lane.run === run, 'The run was cancelled.');
  }

  #ask<Answer>(
    requests: Map<number, LaneRequest<Answer>>,
    run: Run,
    index: number,
    question: (request: number, job: number) => ToWorker,
    request = this.#number(),
    onProgress?: (share: number) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const lane = run.lanes[index];
      if (lane?.place == null) {
        const why = run.cancelled ? 'The run was cancelled.' : `Lane ${String(index)} has nothing to replay.`;
        reject(new Error(why));
        return;
      }
      const { seat, job } = lane.place;
      requests.set(request, { lane, seat, resolve, reject, onProgress });
      seat.port.post(question(request, job));
    });
  }

  #replay(run: Run, index: number, [fromS, toS]: [number, number], options: ReplayOptions): ReplayHandle {
    const packets = options.packets === true;
    const request = this.#number();
    const detail = this.#ask(
      this.#replays,
      run,
      index,
      (_, job) => ({ kind: 'replay', request, job, fromS, toS, packets }),
      request,
      options.onProgress,
    );
    return {
      detail,
      cancel: () => {
        const asked = this.#replays.get(request);
        if (asked === undefined) return;
        this.#replays.delete(request);
        asked.seat.port.post({ kind: 'abandon', request });
        asked.reject(new Error('The replay was cancelled.'));
      },
    };
  }

  #hear(seat: Seat, message: FromWorker): void {
    if (this.#sweeps.hear(message) || this.#questions.hear(message)) return;
    switch (message.kind) {
      case 'ready':
        this.#ready(seat, message.module);
        return;
      case 'checked':
        this.#answer(message.request, message.check);
        return;
      case 'packets':
        this.#packets.get(message.request)?.resolve(message.log);
        this.#packets.delete(message.request);
        return;
      case 'replaying':
        this.#replays.get(message.request)?.onProgress?.(message.share);
        return;
      case 'replayed':
        this.#replays.get(message.request)?.resolve(message.detail);
        this.#replays.delete(message.request);
        return;
      case 'verdict':
        this.#verdicts.get(message.request)?.resolve(message.verdict);
        this.#verdicts.delete(message.request);
        return;
      case 'told':
        this.#qlogs.get(message.request)?.resolve(message.text);
        this.#qlogs.delete(message.request);
        return;
      case 'untold':
      case 'begins':
      case 'rests':
        return;
      case 'broken':
        this.#blame(message.job, message.message);
        return;
      case 'lane':
      case 'chunk':
      case 'results':
      case 'refused':
        break;
    }
    // A message that was on its way while its job was cancelled finds no lane here.
    const lane = this.#jobs.get(message.job);
    if (lane === undefined) return;
    const { listener } = lane.run;
    switch (message.kind) {
      case 'lane':
        listener.onLane(lane.index, message.info);
        break;
      case 'chunk':
        listener.onChunk(lane.index, message.chunk);
        break;
      case 'results':
        if (message.done) {
          seat.running.delete(message.job);
          seat.kept.add(message.job);
        }
        listener.onResults(lane.index, message.results, message.done);
        break;
      case 'refused':
        this.#release(lane);
        listener.onError(lane.index, message.error);
        break;
    }
  }

  #ready(seat: Seat, module: WebAssembly.Module): void {
    this.#pool.adopt(module);
    if (seat !== this.#control) return;
    this.#isReady = true;
    this.#settle();
  }

  /** The engine is open once it answers and its catalogue is there. */
  #settle(): void {
    if (this.#opened === null || !this.#isReady || this.#catalogue === null) return;
    const { resolve } = this.#opened;
    this.#opened = null;
    resolve(this);
  }

  #answer(request: number, check: Check): void {
    this.#checks.get(request)?.(check);
    this.#checks.delete(request);
  }

  /** The job during which its worker broke is not begun again: it would break the next one too. */
  #blame(job: number | null, reason: string): void {
    if (job === null) return;
    this.#sweeps.blame(job, reason);
    const lane = this.#jobs.get(job);
    if (lane === undefined) return;
    lane.restarted = true;
    this.#lose(lane, reason);
  }

  #lose(lane: Lane, reason: string): void {
    if (lane.place === null) return;
    const { seat, job } = lane.place;
    lane.place = null;
    this.#jobs.delete(job);
    seat.running.delete(job);
    seat.kept.delete(job);
    lane.run.listener.onError(
      lane.index,
      plainError(`The engine stopped unexpectedly in lane “${lane.label}”: ${reason}`),
    );
  }

  #bury(seat: Seat, reason: string): void {
    if (this.#disposed) return;
    this.#rejectRequests((request) => request.seat === seat, `The engine stopped unexpectedly: ${reason}`);
    this.#questions.bury(seat, `The engine stopped unexpectedly: ${reason}`);
    if (seat === this.#control) {
      this.#buryControl(reason);
      return;
    }
    this.#sweeps.bury(seat, reason);
    // A finished lane loses only its replay: what it has told stays true.
    for (const job of seat.kept) {
      const lane = this.#jobs.get(job);
      this.#jobs.delete(job);
      if (lane !== undefined) lane.place = null;
    }
    for (const job of [...seat.running]) {
      const lane = this.#jobs.get(job);
      if (lane === undefined) continue;
      if (lane.restarted) {
        this.#lose(lane, reason);
      } else {
        lane.restarted = true;
        this.#jobs.delete(job);
        this.#begin(lane);
      }
    }
  }

  #buryControl(reason: string): void {
    this.#control = null;
    if (this.#opened !== null) {
      this.#opened.reject(new Error(`The engine could not be loaded: ${reason}`));
      this.#opened = null;
      this.dispose();
      return;
    }
    this.#sweeps.buryControl(reason);
    const pending = [...this.#checks.values()];
    this.#checks.clear();
    const error = plainError(`The engine stopped unexpectedly while reading the scenario: ${reason}`);
    for (const resolve of pending) resolve({ ok: false, error });
  }

  #rejectRequests(which: (request: { lane: Lane; seat: Seat }) => boolean, reason: string): void {
    for (const requests of [this.#packets, this.#replays, this.#verdicts, this.#qlogs]) {
      for (const [number, request] of requests) {
        if (!which(request)) continue;
        requests.delete(number);
        request.reject(new Error(reason));
      }
    }
  }
}

function processors(): number {
  return typeof navigator === 'undefined' ? 2 : navigator.hardwareConcurrency;
}
