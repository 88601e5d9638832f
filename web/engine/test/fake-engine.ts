import type { StartWorker, WorkerPort } from '../src/pool.ts';
import type { FromWorker, ToWorker } from '../src/protocol.ts';
import { JobRunner } from '../src/jobRunner.ts';
import { FakeBreak, freed } from './fake-search.ts';
import type {
  PackedChunk,
  PackedPackets,
  WasmAnalysis,
  WasmEngine,
  WasmReplay,
  WasmRun,
  WasmCapture,
  WasmWhy,
  WasmSweep,
} from '../src/wasm.ts';
import type { SweepRequest } from '../src/sweep.ts';
import type { Step } from '../src/watchdog.ts';
import type { LaneInfo, LaneResults, SweepPlan } from '../src/types.ts';

/** A fake scenario: how long each lane lasts, and what goes wrong in it. */
export interface FakeScenario {
  durationS: number;
  lanes: FakeLane[];
  /** Only a trial tells its cost. */
  isLarge?: boolean;
}
export interface FakeLane {
  label: string;
  /** The engine refuses to build this lane. */
  refuse?: string;
  /** The engine traps once this simulated time is reached. */
  trapAtS?: number;
  /** The engine never returns once this simulated time is reached. */
  hangAtS?: number;
}

const NEVER = 'never returns';

/** Stands for a call that never returns: all later messages to and from the worker are lost. */
export class NeverReturns extends Error {
  constructor() {
    super(NEVER);
  }
}

/** The number of events per simulated second. The only series is the time itself. */
export const EVENTS_PER_S = 1_000;

export class FakeRun implements WasmRun {
  readonly #scenario: FakeScenario;
  readonly #lane: FakeLane;
  #timeS = 0;
  #takenS = 0;
  freed = false;
  replaysFreed = 0;

  constructor(text: string, lane: number) {
    this.#scenario = JSON.parse(text) as FakeScenario;
    const found = this.#scenario.lanes[lane];
    if (found === undefined) throw new Error(`no lane ${String(lane)}`);
    this.#lane = found;
    if (found.refuse !== undefined) {
      throw new Error(
        JSON.stringify({
          path: 'flows.main',
          found: 'x',
          allowed: 'y',
          nearest: null,
          message: found.refuse,
        }),
      );
    }
  }

  info(): string {
    const info: LaneInfo = {
      engine: '0.1.0',
      provenance: { version: '0.1.0', engine_fingerprint: 'e', scenario_hash: 'h', seed: 1 },
      label: this.#lane.label,
      algorithm: this.#lane.label,
      script_name: null,
      half_growth: false,
      fork_s: null,
      rules: [],
      duration_s: this.#scenario.durationS,
      flows: [],
      hops: [],
      series: [
        { source: { kind: 'group', name: 'main' }, series: 'time', estimator: null, shown: null, unit: 's' },
      ],
    };
    return JSON.stringify(info);
  }

  advance(untilS: number, maxEvents: number): number {
    this.#timeS = Math.min(untilS, this.#timeS + maxEvents / EVENTS_PER_S);
    const { trapAtS, hangAtS } = this.#lane;
    if (hangAtS !== undefined && this.#timeS >= hangAtS) throw new NeverReturns();
    if (trapAtS !== undefined && this.#timeS >= trapAtS) throw new WebAssembly.RuntimeError('unreachable');
    return this.#timeS;
  }

  done(): boolean {
    return this.#timeS >= this.#scenario.durationS;
  }

  take(): PackedChunk {
    const first = this.#takenS;
    this.#takenS = this.#timeS;
    return {
      index: Uint32Array.of(0, first, 1),
      time_s: Float64Array.of(this.#timeS),
      min: Float32Array.of(this.#timeS),
      max: Float32Array.of(this.#timeS),
      last: Float32Array.of(this.#timeS),
      event_time_s: new Float64Array(),
      event_rule: new Uint16Array(),
      event_source: new Uint32Array(),
      event_terms: new Float64Array(),
      event_counts: new Float64Array(),
      free: () => undefined,
    };
  }

  results(): string {
    const engine = {
      events: this.#timeS * EVENTS_PER_S,
      packet_hops: 0,
      delivered_segments: 0,
      wall_s: 0,
      trace_hash: `${this.#lane.label}@${String(this.#timeS)}`,
    };
    const results: LaneResults = {
      label: this.#lane.label,
      flows: [],
      groups: [],
      directions: [],
      hops: [],
      engine,
    };
    return JSON.stringify(results);
  }

  packets(fromS: number, toS: number): PackedPackets {
    if (toS > this.#timeS) throw new Error('a window that has not been simulated');
    return {
      flow: Uint32Array.of(7),
      sequence: Float64Array.of(fromS),
      kind: Uint8Array.of(0),
      place: Uint32Array.of(0),
      enter_s: Float64Array.of(fromS),
      start_s: Float64Array.of(fromS),
      depart_s: Float64Array.of(toS),
      arrive_s: Float64Array.of(toS),
      fate: Uint8Array.of(0),
      free: () => undefined,
    };
  }

  verdict(timeS: number): string {
    const { lanes } = this.#scenario;
    return JSON.stringify({ time_s: timeS, lanes: lanes.map(({ label }) => ({ label })) });
  }

  /** Simulates from the start to the window's end, with the same number of events per second. */
  replay(fromS: number, toS: number, packets: boolean): WasmReplay {
    let atS = 0;
    const { take, packets: log } = { take: () => this.take(), packets: () => this.packets(fromS, toS) };
    return {
      advance: (maxEvents) => (atS = Math.min(toS, atS + maxEvents / EVENTS_PER_S)) / toS,
      done: () => atS >= toS,
      series: take,
      packets: () => {
        if (!packets) throw new Error('nobody asked for packets');
        return log();
      },
      free: () => {
        this.replaysFreed += 1;
      },
    };
  }

  qlog(flow: number, fromS: number, toS: number, title: string, _link: string, titles: string): string {
    const told = titles.split('\n').length;
    return `${title}: ${String(flow)} from ${String(fromS)} to ${String(toS)}, told by ${String(told)} titles`;
  }

  free(): void {
    this.freed = true;
  }
}

/** A sweep over fake scenarios. It only counts the results that it gets. */
export class FakeSweep implements WasmSweep {
  readonly #plan: SweepPlan;
  readonly #added = new Set<number>();

  constructor(spec: string) {
    const { scenario, points = [{}], seeds = 1 } = JSON.parse(spec) as SweepRequest;
    if (scenario === 'nonsense') {
      throw new Error(
        JSON.stringify({ path: '', found: '', allowed: '', nearest: null, message: 'No sweep.' }),
      );
    }
    const { lanes } = scenario as FakeScenario;
    const numbers = Array.from({ length: seeds }, (_, at) => at + 1);
    this.#plan = {
      points: points.map((set) => ({
        set,
        scenario: { ...(scenario as FakeScenario), ...set },
        lanes: lanes.map(({ label }) => ({ label, algorithm: label, cost: 1, memory_bytes: 1 })),
      })),
      seeds: numbers,
      is_tried: true,
      jobs: numbers.flatMap((seed) =>
        points.flatMap((_, point) => lanes.map((__, lane) => ({ point, seed, lane }))),
      ),
    };
  }

  plan(): string {
    return JSON.stringify(this.#plan);
  }

  add(place: number): void {
    this.#added.add(place);
  }

  point(place: number): string {
    const job = this.#plan.jobs[place];
    const at = job === undefined ? undefined : this.#plan.points[job.point];
    return JSON.stringify({ set: at?.set, lane: at?.lanes[job?.lane ?? 0]?.label, measures: [] });
  }

  report(): string {
    return JSON.stringify({ seeds: this.#plan.seeds, points: [], added: [...this.#added] });
  }

  score(): string {
    throw new Error('not asked for here');
  }

  csv(): string {
    return [...this.#added].join(',');
  }

  free(): void {
    this.#added.clear();
  }
}

/** An engine of fake runs. It keeps them so that a test can inspect them. */
export function fakeEngine(): WasmEngine & { runs: FakeRun[] } {
  const runs: FakeRun[] = [];
  class Run extends FakeRun {
    constructor(text: string, lane: number) {
      super(text, lane);
      runs.push(this);
    }

    static measuring(text: string, lane: number): Run {
      return new Run(text, lane);
    }
  }
  return {
    runs,
    Run,
    evaluate: (_, __, count) => new Float64Array(count + 1),
    check: (text) => {
      if (text === 'crash') throw new WebAssembly.RuntimeError('unreachable');
      if (text === 'hang') throw new NeverReturns();
      if (text === 'nonsense') {
        const error = {
          path: '',
          found: 'nonsense',
          allowed: 'JSON',
          nearest: null,
          message: 'This is not JSON.',
        };
        return JSON.stringify({ ok: false, error });
      }
      const scenario = JSON.parse(text) as FakeScenario;
      return JSON.stringify({
        ok: true,
        lanes: scenario.lanes,
        duration_s: scenario.durationS,
        estimate: {
          segments: 1e12,
          memory_bytes: 1e12,
          ...(scenario.isLarge === true ? { trial: 'needed' } : {}),
        },
        warnings: [],
      });
    },
  };
}

/** An inquiry of three runs; its answer names the lane. */
class FakeInquiry implements WasmWhy {
  readonly #lane: number;
  #than: string | undefined;
  #runs = 0;

  constructor(_text: string, lane: number, _name: string, _fromS: number, _toS: number, of: string) {
    if (of === 'unknown') {
      const error = { path: 'of', found: of, allowed: '', nearest: null, message: 'No such quantity.' };
      throw new Error(JSON.stringify(error));
    }
    this.#lane = lane;
  }

  than(lane: number, name: string): WasmWhy {
    this.#than = `${name} ${String(lane)}`;
    return this;
  }

  advance(): number {
    this.#runs += 1;
    return this.#runs;
  }

  done(): boolean {
    return this.#runs >= 3;
  }

  report(): string {
    return JSON.stringify({ lane: String(this.#lane), runs: this.#runs, than: this.#than });
  }

  free(): void {
    freed.push('inquiry');
  }
}

/** A capture of one slice. */
class FakeCapture implements WasmCapture {
  advance = (): number => 1;
  done = (): boolean => true;
  file = (): Uint8Array => Uint8Array.of(10, 13, 13, 10);
  left_out = (): string[] => [];
  free = (): void => undefined;
}

/** A second module with fake sweeps. */
export const fakeAnalysis = (): WasmAnalysis => ({
  Sweep: FakeSweep,
  Why: FakeInquiry,
  Break: FakeBreak,
  Fit: FakeBreak,
  Capture: FakeCapture,
  theory: (id, sets) => {
    if (id === 'crash') throw new WebAssembly.RuntimeError('unreachable');
    if (id === 'hang') throw new NeverReturns();
    if (id === 'unknown') {
      const error = { path: 'theory', found: id, allowed: '', nearest: null, message: 'No such formula.' };
      throw new Error(JSON.stringify(error));
    }
    return JSON.stringify({ id, points: [{ set: JSON.parse(sets) as object, values: {}, broken: [] }] });
  },
  estimate: () => JSON.stringify({ segments: 1e6, memory_bytes: 1e6, trial: 'made' }),
  classwork: (request) => request,
  compile_scripts: (texts) => new TextEncoder().encode(texts),
  script: () =>
    JSON.stringify({
      errors: [],
      doubts: [],
      name: 'Mine',
      params: [],
      states: [],
      instructions: 1,
      units: [],
      equations: [],
    }),
  expression: () => JSON.stringify({ errors: [], is_condition: false, unit: '', parts: [], names: [] }),
  script_words: () => '[]',
  export_script: () => {
    throw new Error('not asked for here');
  },
  score_spec: () => {
    throw new Error('not asked for here');
  },
  program: (text, lane, simulator) =>
    JSON.stringify({ simulator, program: `${text} ${String(lane)}`, cannot: [], differs: [] }),
});

const STEP_MS = 5;

/** A clock that advances on every read, and turns that last one pass of the event loop. */
export function fakeEnvironment(
  post: (message: FromWorker, transfer: ArrayBuffer[]) => void,
  analysis: WasmAnalysis = fakeAnalysis(),
) {
  let nowMs = 0;
  return {
    post,
    announce: (step: Step | null) => {
      post(step === null ? { kind: 'idle' } : { kind: 'step', ...step }, []);
    },
    nextTurn: () => new Promise<void>((resolve) => setImmediate(resolve)),
    now: () => (nowMs += STEP_MS),
    loadAnalysis: () => Promise.resolve(analysis),
  };
}

export interface FakeWorker {
  port: WorkerPort;
  heard: ToWorker[];
  /** The fake runs of this worker. */
  runs: FakeRun[];
  closed: boolean;
  /** Acts as if the browser had reported an error of the whole worker. */
  crash(reason: string): void;
}

const EMPTY_MODULE = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

/** Workers that run in this thread. Messages are copied, as between threads. */
export function fakeWorkers(
  options: { failToOpen?: string; makeEngine?: () => WasmEngine; analysis?: WasmAnalysis } = {},
) {
  const workers: FakeWorker[] = [];
  const startWorker: StartWorker = (_role, hear, die) => {
    const fake = fakeEngine();
    const later = (action: () => void): void => {
      setImmediate(() => {
        if (!worker.closed) action();
      });
    };
    const post = (message: FromWorker, transfer: ArrayBuffer[]): void => {
      const copy = message.kind === 'ready' ? message : structuredClone(message, { transfer }); // Node does not clone a module
      later(() => {
        hear(copy);
      });
    };
    let stuck = false;
    const said = (message: FromWorker, transfer: ArrayBuffer[]): void => {
      stuck ||= message.kind === 'broken' && message.message === NEVER;
      if (!stuck) post(message, transfer);
    };
    const runner = new JobRunner(options.makeEngine?.() ?? fake, fakeEnvironment(said, options.analysis));
    const worker: FakeWorker = {
      runs: fake.runs,
      heard: [],
      closed: false,
      crash: die,
      port: {
        post: (message) => {
          worker.heard.push(message);
          later(() => {
            if (message.kind !== 'open') runner.handle(message);
            else if (options.failToOpen !== undefined) die(options.failToOpen);
            else post({ kind: 'ready', module: message.module ?? EMPTY_MODULE }, []);
          });
        },
        close: () => {
          worker.closed = true;
        },
      },
    };
    workers.push(worker);
    return worker.port;
  };
  return { workers, startWorker };
}
