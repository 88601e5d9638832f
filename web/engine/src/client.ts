import { loadCatalogue } from './catalogue.ts';
import {
  WHOLE_RUN,
  type CausesQuestion,
  type Engine,
  type LongOptions,
  type RunHandle,
  type RunListener,
  type Spares,
  type StartOptions,
} from './engine.ts';
import { messageOf, plainError, reasonOf } from './errors.ts';
import type { Evaluate } from './evaluate.ts';
import { Loading } from './loading.ts';
import type { LoadingEngine } from './loading.ts';
import { PendingRequests, type AskOptions } from './pending.ts';
import { Programs } from './programs.ts';
import { Pool, processors, startModuleWorker, type PoolWorker, type StartWorker } from './pool.ts';
import type { FromWorker } from './protocol.ts';
import type { Answer, Arguments, AskEngine, ControlRequestName, RunRequestName } from './requests.ts';
import type { SharedArguments, SharedName } from './shared.ts';
import type { SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import type { Sweeps } from './sweeps.ts';
import type { BreakReport, BreakRequest, Catalogue, CausesReport, Check, Fit, LaneName } from './types.ts';
import { withResolvers } from './withResolvers.ts';

export interface EngineOptions {
  /** How many workers may simulate at once. Default: as many as there are processors. */
  workers?: number;
  /** How to start a worker; the single-file build and tests use their own way. */
  startWorker?: StartWorker;
  /** The compiled engine, if the page compiles it. Otherwise the first worker does. */
  module?: Promise<WebAssembly.Module> | null;
}

/** Starts loading the engine, in a worker. */
export function loadEngine(options: EngineOptions = {}): LoadingEngine {
  const loading = new Loading();
  return loading.of(new Client(options, loading));
}

/** Loads the engine, in a worker. Rejects with a reason if that fails. */
export function openEngine(options: EngineOptions = {}): Promise<Engine> {
  return loadEngine(options).opened;
}

/** Most comparisons have about three lanes; workers for them start in advance. */
const WORKERS_AHEAD = 3;

interface Run {
  readonly text: string;
  readonly listener: RunListener;
  /** The most workers that may simulate this run. */
  readonly workers: number;
  /** The compiled scripts of its scenario, if it has any. */
  programs: Uint8Array | undefined;
  lanes: Lane[];
  cancelled: boolean;
}

interface Lane {
  readonly run: Run;
  readonly index: number;
  readonly label: string;
  /** Null before the lane has a worker, or after its worker is lost. */
  placement: { worker: PoolWorker; job: number } | null;
  /** Whether the lane was restarted after its worker was lost, which happens at most once. */
  restarted: boolean;
}

class Client implements Engine {
  #catalogue: Catalogue | null = null;
  readonly #pool: Pool;
  /** Reads scenarios. If it is lost, the next request starts a new one. */
  #control: PoolWorker | null;
  readonly #loading: Loading;
  #disposed = false;
  #nextJob = 1;
  readonly #jobs = new Map<number, Lane>();
  readonly #requests = new PendingRequests();
  /** The compiled engine, once there is one. */
  readonly #module = withResolvers<WebAssembly.Module>();
  #evaluator: Promise<Evaluate> | null = null;
  /** Loaded with the first sweep. */
  #sweeps: Sweeps | null = null;
  #loadedSweeps: Promise<Sweeps> | null = null;
  readonly #programs = new Programs((texts) => this.#askControl('compileScripts', [texts]));

  constructor(options: EngineOptions, loading: Loading) {
    this.#loading = loading;
    const { startWorker = startModuleWorker, workers = processors(), module = null } = options;
    this.#pool = new Pool(startWorker, workers, module === null, {
      onMessage: (worker, message) => {
        this.#receive(worker, message);
      },
      onLost: (worker, reason) => {
        this.#onWorkerLost(worker, reason);
      },
    });
    this.#control = this.#pool.single();
    // These workers load their scripts while the engine loads.
    this.#pool.warm(Math.min(WORKERS_AHEAD, this.#pool.size - 1));
    const failed = (reason: unknown): void => {
      this.#failOpening(messageOf(reason));
    };
    loadCatalogue().then((catalogue) => {
      this.#catalogue = catalogue;
      loading.catalogueIsThere(this);
    }, failed);
    module?.then((compiled) => {
      this.#adopt(compiled);
    }, failed);
  }

  get catalogue(): Catalogue {
    if (this.#catalogue === null) throw new Error('The engine is not open yet.');
    return this.#catalogue;
  }

  async check(text: string): Promise<Check> {
    try {
      const programs = this.#programs.of(text);
      const args: Arguments<'check'> = programs === null ? [text] : [text, await programs];
      const check = await this.#askControl('check', args, { doing: ' while reading the scenario' });
      if (!check.ok || check.estimate.trial !== 'needed') return check;
      return { ...check, estimate: await this.#askControl('estimate', [text]) };
    } catch (rejected) {
      return { ok: false, error: reasonOf(rejected) };
    }
  }

  readonly ask: AskEngine = (name, ...args) => this.#askControl(name, args);

  evaluator(): Promise<Evaluate> {
    return (this.#evaluator ??= Promise.all([this.#module.promise, import('./openEvaluate.ts')]).then(
      ([module, { openEvaluate }]) => openEvaluate(module),
    ));
  }

  start(text: string, listener: RunListener, { lanes, sparesProcessor }: StartOptions = {}): RunHandle {
    const run: Run = {
      text,
      listener,
      workers: this.#pool.share(sparesProcessor),
      programs: undefined,
      lanes: [],
      cancelled: false,
    };
    if (lanes !== undefined) this.#compileAndBegin(run, lanes);
    else {
      void this.check(text).then((check) => {
        if (run.cancelled || this.#disposed) return;
        if (check.ok) this.#compileAndBegin(run, check.lanes);
        else listener.onError(WHOLE_RUN, check.error);
      });
    }
    return {
      cancel: () => {
        this.#cancel(run);
      },
      ask: (lane, name, ...args) => this.#askRun(run, lane, name, args),
      replay: (lane, fromS, toS, { packets = false, ...options } = {}) =>
        this.#askRun(run, lane, 'replay', [fromS, toS, packets], options),
    };
  }

  sweep(request: SweepRequest, listener: SweepListener, options: Spares = {}): SweepHandle {
    const handle = this.#loadSweeps().then((sweeps) => {
      if (this.#disposed) throw new Error('The engine was closed.');
      return sweeps.start(request, listener, options);
    });
    handle.catch((rejected: unknown) => {
      if (!this.#disposed) listener.onError(reasonOf(rejected));
    });
    const tell = (act: 'cancel' | 'close'): void => {
      handle.then(
        (begun) => {
          begun[act]();
        },
        () => undefined,
      );
    };
    return {
      cancel: () => {
        tell('cancel');
      },
      report: async () => (await handle).report(),
      score: async () => (await handle).score(),
      csv: async () => (await handle).csv(),
      close: () => {
        tell('close');
      },
    };
  }

  why(
    { text, lane, name, interval, of, than }: CausesQuestion,
    options: LongOptions = {},
  ): Promise<CausesReport> {
    const args: Arguments<'why'> = [text, lane, name, ...interval, of, than];
    return this.#askControl('why', args, { ...options, doing: ' while it looked for the cause' });
  }

  search(request: BreakRequest, options: LongOptions = {}): Promise<BreakReport> {
    return this.#share('search', [request], { ...options, doing: ' while it searched' });
  }

  fit(table: string, maxRuns: number, options: LongOptions = {}): Promise<Fit> {
    return this.#share('fit', [table, maxRuns], options);
  }

  async #share<Name extends SharedName>(
    ...asked: [Name, SharedArguments<Name>, LongOptions & { doing?: string }]
  ): Promise<Answer<Name>> {
    const sweeps = await this.#loadSweeps();
    if (this.#disposed) throw new Error('The engine was closed.');
    return sweeps.share(...asked);
  }

  #loadSweeps(): Promise<Sweeps> {
    const coming = (this.#loadedSweeps ??= import('./sweeps.ts').then(
      ({ Sweeps }) =>
        (this.#sweeps = new Sweeps(
          {
            pool: this.#pool,
            control: () => this.#controlWorker(),
            nextJob: () => this.#nextJob++,
            programs: (text) => this.#programs.of(text),
          },
          this.#requests,
        )),
    ));
    coming.catch(() => {
      this.#loadedSweeps = null; // the next sweep tries again
    });
    return coming;
  }

  dispose(): void {
    this.#disposed = true;
    this.#sweeps?.dispose();
    this.#control?.port.close();
    this.#pool.dispose();
    this.#jobs.clear();
    this.#requests.rejectOf(null, 'The engine was closed.');
  }

  #adopt(module: WebAssembly.Module): void {
    this.#pool.adopt(module);
    this.#module.resolve(module);
  }

  #controlWorker(): PoolWorker {
    return (this.#control ??= this.#pool.single());
  }

  async #askControl<Name extends ControlRequestName>(
    name: Name,
    args: Arguments<Name>,
    options?: AskOptions,
  ): Promise<Answer<Name>> {
    if (this.#disposed) throw new Error('The engine was closed.');
    return this.#requests.ask(this.#controlWorker(), name, args, options);
  }

  #compileAndBegin(run: Run, lanes: readonly LaneName[]): void {
    const programs = this.#programs.of(run.text);
    if (programs === null) {
      this.#beginAll(run, lanes);
      return;
    }
    programs.then(
      (compiled) => {
        if (run.cancelled || this.#disposed) return;
        run.programs = compiled;
        this.#beginAll(run, lanes);
      },
      (rejected: unknown) => {
        if (!run.cancelled) run.listener.onError(WHOLE_RUN, reasonOf(rejected));
      },
    );
  }

  #beginAll(run: Run, lanes: readonly LaneName[]): void {
    run.lanes = lanes.map(({ label }, index) => ({ run, index, label, placement: null, restarted: false }));
    for (const lane of run.lanes) this.#begin(lane);
  }

  #begin(lane: Lane): void {
    const job = this.#nextJob++;
    const worker = this.#pool.workerFor(job, lane.run.workers);
    lane.placement = { worker, job };
    this.#jobs.set(job, lane);
    const { text, programs } = lane.run;
    worker.port.post({ kind: 'start', job, text, lane: lane.index, programs });
  }

  #release(lane: Lane): void {
    const placement = this.#forget(lane);
    placement?.worker.port.post({ kind: 'release', job: placement.job });
  }

  /** Detaches the lane from its worker; returns its former placement. */
  #forget(lane: Lane): Lane['placement'] {
    const { placement } = lane;
    if (placement === null) return null;
    const { worker, job } = placement;
    lane.placement = null;
    this.#jobs.delete(job);
    worker.running.delete(job);
    worker.kept.delete(job);
    return placement;
  }

  #cancel(run: Run): void {
    if (run.cancelled) return;
    run.cancelled = true;
    for (const lane of run.lanes) this.#release(lane);
    this.#requests.rejectOf(run, 'The run was cancelled.');
  }

  async #askRun<Name extends RunRequestName>(
    run: Run,
    index: number,
    name: Name,
    args: Arguments<Name>,
    options?: LongOptions,
  ): Promise<Answer<Name>> {
    const lane = run.lanes[index];
    if (lane?.placement == null) {
      const why = run.cancelled ? 'The run was cancelled.' : `Lane ${String(index)} has nothing to replay.`;
      throw new Error(why);
    }
    const { worker, job } = lane.placement;
    return this.#requests.ask(worker, name, args, { ...options, job, owner: run });
  }

  #receive(worker: PoolWorker, message: FromWorker): void {
    if (this.#requests.receive(message)) return;
    switch (message.kind) {
      case 'ready':
        this.#ready(worker, message.module);
        return;
      case 'broken':
        this.#jobBroke(message.job, message.message);
        return;
      case 'measured':
        this.#sweeps?.measured(message.job, message.results);
        return;
      case 'refused':
        if (this.#sweeps?.refused(message.job, message.error) === true) return;
        break;
      case 'lane':
      case 'chunk':
      case 'results':
        break;
      default:
        return;
    }
    // A message sent before its job was cancelled finds no lane here.
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
          worker.running.delete(message.job);
          worker.kept.add(message.job);
        }
        listener.onResults(lane.index, message.results, message.done);
        break;
      case 'refused':
        this.#release(lane);
        listener.onError(lane.index, message.error);
        break;
    }
  }

  #ready(worker: PoolWorker, module: WebAssembly.Module): void {
    this.#adopt(module);
    if (worker !== this.#control) return;
    this.#loading.workerIsReady(this);
  }

  #failOpening(reason: string): void {
    this.#loading.fail(reason);
    this.dispose();
  }

  /** A job whose step broke the worker is not restarted: it would break the next worker too. */
  #jobBroke(job: number | null, reason: string): void {
    if (job === null) return;
    this.#sweeps?.jobBroke(job, reason);
    const lane = this.#jobs.get(job);
    if (lane === undefined) return;
    lane.restarted = true;
    this.#fail(lane, reason);
  }

  #fail(lane: Lane, reason: string): void {
    if (this.#forget(lane) === null) return;
    lane.run.listener.onError(
      lane.index,
      plainError(`The engine stopped unexpectedly in lane “${lane.label}”: ${reason}`),
    );
  }

  #onWorkerLost(worker: PoolWorker, reason: string): void {
    if (this.#disposed) return;
    if (worker === this.#control && !this.#loading.isOver) {
      this.#failOpening(reason);
      return;
    }
    this.#requests.onWorkerLost(worker, reason);
    if (worker === this.#control) {
      this.#control = null;
      this.#sweeps?.onControlLost(reason);
      return;
    }
    this.#sweeps?.onWorkerLost(worker, reason);
    // A finished lane only loses its replay: its curves and results stay valid.
    for (const job of worker.kept) {
      const lane = this.#jobs.get(job);
      this.#jobs.delete(job);
      if (lane !== undefined) lane.placement = null;
    }
    for (const job of [...worker.running]) {
      const lane = this.#jobs.get(job);
      if (lane === undefined) continue;
      if (lane.restarted) {
        this.#fail(lane, reason);
      } else {
        lane.restarted = true;
        this.#jobs.delete(job);
        this.#begin(lane);
      }
    }
  }
}
