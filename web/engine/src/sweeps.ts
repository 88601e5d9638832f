import { plainError, reasonOf } from './errors.ts';
import type { PendingRequests } from './pending.ts';
import type { PoolWorker } from './pool.ts';
import type { Answer, Arguments, ControlRequestName } from './requests.ts';
import { askShared } from './shared.ts';
import type { SharedArguments, SharedName, Workers } from './shared.ts';
import type { LongOptions, Spares } from './engine.ts';
import type { SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import type { LaneResults, PointReport, ScenarioError, SweepJob, SweepPlan } from './types.ts';

/** The reports of points take longer than a short run: they are made anew at most so often. */
const REPORTS_EVERY_MS = 100;

/** A finished run that is in no report yet. */
interface Fresh {
  index: number;
  job: SweepJob;
  results: LaneResults;
  /** The results as they came: parsing and writing a number again could change it. */
  text: string;
}

interface Sweep {
  readonly id: number;
  readonly listener: SweepListener;
  /** The most runs at a time. */
  readonly workers: number;
  plan: SweepPlan | null;
  /** Scenario texts by point. */
  texts: string[];
  /** Indices of jobs in the plan, next one last. */
  waiting: number[];
  /** Plan indices of jobs restarted after a lost worker, which happens once per job. */
  readonly restarted: Set<number>;
  fresh: Fresh[];
  /** Reports were made a moment ago, or are being made. */
  reports: boolean;
  /** Runs that are in the reports, or will be in those that are being made. */
  added: number;
  done: number;
  cost: { done: number; total: number };
  /** Whether its runs may start. */
  begun: boolean;
  state: 'running' | 'over' | 'closed';
}

interface Task {
  readonly sweep: Sweep;
  readonly index: number;
  readonly worker: PoolWorker;
}

/** Runs sweeps on all workers: as many runs at a time as workers, in the order of the plan. */
export class Sweeps {
  readonly #workers: Workers;
  readonly #requests: PendingRequests;
  readonly #sweeps = new Map<number, Sweep>();
  readonly #tasks = new Map<number, Task>();

  constructor(workers: Workers, requests: PendingRequests) {
    this.#workers = workers;
    this.#requests = requests;
  }

  start(request: SweepRequest, listener: SweepListener, { sparesProcessor }: Spares): SweepHandle {
    const sweep: Sweep = {
      id: this.#workers.nextJob(),
      listener,
      workers: this.#workers.pool.share(sparesProcessor),
      plan: null,
      texts: [],
      waiting: [],
      restarted: new Set(),
      fresh: [],
      reports: false,
      added: 0,
      done: 0,
      cost: { done: 0, total: 0 },
      begun: false,
      state: 'running',
    };
    this.#sweeps.set(sweep.id, sweep);
    this.#ask(sweep, 'planSweep', [sweep.id, request]).then(
      (plan) => {
        this.#planned(sweep, plan);
      },
      (rejected: unknown) => {
        this.#fail(sweep, reasonOf(rejected));
      },
    );
    return {
      cancel: () => {
        this.#stop(sweep);
        this.#add(sweep);
      },
      report: async () => {
        this.#settle(sweep);
        return this.#ask(sweep, 'sweepReport', [sweep.id]);
      },
      score: async () => {
        this.#settle(sweep);
        return this.#ask(sweep, 'sweepScore', [sweep.id]);
      },
      csv: async () => {
        this.#settle(sweep);
        return this.#ask(sweep, 'sweepCsv', [sweep.id]);
      },
      close: () => {
        this.#close(sweep);
      },
    };
  }

  /** A search or a fit, which several workers do together. */
  share<Name extends SharedName>(
    name: Name,
    args: SharedArguments<Name>,
    options: LongOptions & { doing?: string },
  ): Promise<Answer<Name>> {
    return askShared(this.#workers, this.#requests, name, args, options);
  }

  /** Returns whether the job was a run of a sweep. */
  measured(job: number, text: string): boolean {
    const task = this.#take(job);
    if (task === undefined) return false;
    const { sweep, index } = task;
    const planned = sweep.plan?.jobs[index];
    if (sweep.state === 'running' && planned !== undefined) {
      sweep.fresh.push({ index, job: planned, results: JSON.parse(text) as LaneResults, text });
      const isLast = sweep.added + sweep.fresh.length === sweep.plan?.jobs.length;
      if (isLast || !sweep.reports) this.#add(sweep);
    }
    this.#feed();
    return true;
  }

  /** Returns whether the job was a run of a sweep. */
  refused(job: number, error: ScenarioError): boolean {
    const task = this.#take(job);
    if (task !== undefined) this.#fail(task.sweep, error);
    return task !== undefined;
  }

  /** A run whose step broke its worker would break the next one too: it ends its sweep. */
  jobBroke(job: number, reason: string): void {
    const task = this.#take(job);
    if (task === undefined) return;
    const at = task.sweep.plan?.jobs[task.index];
    const where = at === undefined ? '' : ` at point ${String(at.point)}, seed ${String(at.seed)}`;
    this.#fail(task.sweep, plainError(`The engine stopped unexpectedly${where}: ${reason}`));
  }

  /** A worker was lost: its runs are restarted elsewhere, once. */
  onWorkerLost(worker: PoolWorker, reason: string): void {
    for (const [job, task] of [...this.#tasks]) {
      if (task.worker !== worker) continue;
      this.#tasks.delete(job);
      const { sweep, index } = task;
      if (sweep.restarted.has(index)) {
        this.#fail(sweep, plainError(`The engine stopped unexpectedly: ${reason}`));
      } else if (sweep.state === 'running') {
        sweep.restarted.add(index);
        sweep.waiting.push(index);
      }
    }
    this.#feed();
  }

  /** The worker that combines results was lost, with all results it held. */
  onControlLost(reason: string): void {
    for (const sweep of [...this.#sweeps.values()]) {
      if (sweep.state === 'running')
        this.#fail(sweep, plainError(`The engine stopped unexpectedly: ${reason}`));
      this.#forget(sweep, 'The engine stopped unexpectedly.');
    }
  }

  dispose(): void {
    for (const sweep of [...this.#sweeps.values()]) this.#forget(sweep, 'The engine was closed.');
    this.#tasks.clear();
  }

  #planned(sweep: Sweep, plan: SweepPlan): void {
    if (sweep.state !== 'running') return;
    sweep.plan = plan;
    sweep.texts = plan.points.map((point) => JSON.stringify(point.scenario));
    sweep.waiting = plan.jobs.map((_, index) => index).reverse();
    sweep.cost.total = plan.jobs.reduce((sum, job) => sum + costOf(plan, job), 0);
    const begin = (): void => {
      if (sweep.begun || sweep.state !== 'running') return;
      sweep.begun = true;
      if (plan.jobs.length === 0) this.#finish(sweep);
      this.#feed();
    };
    sweep.listener.onPlan(plan, begin, Math.min(sweep.workers, plan.jobs.length));
  }

  /** Adds what is fresh, and makes the reports of its points. */
  #add(sweep: Sweep): void {
    const fresh = sweep.fresh.splice(0);
    if (fresh.length === 0 || sweep.state === 'closed') return;
    sweep.reports = true;
    sweep.added += fresh.length;
    const latest = new Map(fresh.map(({ index, job }) => [cellOf(job), index]));
    const added = fresh.map(({ index, text }): [number, string] => [index, text]);
    Promise.all([
      this.#ask(sweep, 'addToSweep', [sweep.id, added]),
      this.#ask(sweep, 'sweepPoints', [sweep.id, [...latest.values()]]),
    ]).then(
      ([, reports]) => {
        const ofCell = new Map([...latest.keys()].map((cell, at) => [cell, reports[at]]));
        for (const one of fresh) this.#added(sweep, one, ofCell.get(cellOf(one.job)));
        setTimeout(() => {
          sweep.reports = false;
          this.#add(sweep);
        }, REPORTS_EVERY_MS);
      },
      (rejected: unknown) => {
        this.#fail(sweep, reasonOf(rejected));
      },
    );
  }

  /** Before it is asked about all finished runs. */
  #settle(sweep: Sweep): void {
    if (sweep.plan === null || sweep.state === 'closed') throw new Error('There are no results.');
    this.#add(sweep);
  }

  #added(sweep: Sweep, { job, results }: Fresh, report: PointReport | undefined): void {
    if (sweep.plan === null || report === undefined || sweep.state === 'closed') return;
    sweep.done += 1;
    sweep.cost.done += costOf(sweep.plan, job);
    const total = sweep.plan.jobs.length;
    const share = sweep.done === total ? 1 : Math.min(1, sweep.cost.done / sweep.cost.total);
    sweep.listener.onRun({ job, results, report }, { done: sweep.done, total, share });
    if (sweep.done === total) this.#finish(sweep);
  }

  /** Starts waiting runs as long as there are fewer running ones than workers. */
  #feed(): void {
    for (const sweep of this.#sweeps.values()) {
      while (sweep.state === 'running' && sweep.begun && this.#tasks.size < sweep.workers) {
        const index = sweep.waiting.pop();
        const job = index === undefined ? undefined : sweep.plan?.jobs[index];
        if (index === undefined || job === undefined) break;
        const number = this.#workers.nextJob();
        const worker = this.#workers.pool.workerFor(number, sweep.workers);
        this.#tasks.set(number, { sweep, index, worker });
        const text = sweep.texts[job.point] ?? '';
        const measure = (programs?: Uint8Array): void => {
          worker.port.post({ kind: 'measure', job: number, text, lane: job.lane, seed: job.seed, programs });
        };
        const programs = this.#workers.programs(text);
        if (programs === null) measure();
        else this.#measureCompiled(sweep, number, programs, measure);
      }
    }
  }

  #measureCompiled(
    sweep: Sweep,
    job: number,
    programs: Promise<Uint8Array>,
    measure: (programs: Uint8Array) => void,
  ): void {
    programs.then(
      (compiled) => {
        if (this.#tasks.has(job)) measure(compiled); // not stopped meanwhile
      },
      (rejected: unknown) => {
        if (this.#take(job) !== undefined) this.#fail(sweep, reasonOf(rejected));
      },
    );
  }

  #take(job: number): Task | undefined {
    const task = this.#tasks.get(job);
    this.#tasks.delete(job);
    task?.worker.running.delete(job);
    return task;
  }

  #stop(sweep: Sweep): void {
    if (sweep.state !== 'running') return;
    sweep.state = 'over';
    sweep.waiting = [];
    for (const [job, task] of [...this.#tasks]) {
      if (task.sweep !== sweep) continue;
      this.#take(job);
      task.worker.port.post({ kind: 'release', job });
    }
    this.#feed();
  }

  #finish(sweep: Sweep): void {
    if (sweep.state !== 'running') return;
    sweep.state = 'over';
    sweep.listener.onDone();
  }

  #fail(sweep: Sweep, error: ScenarioError): void {
    if (sweep.state !== 'running') return;
    this.#stop(sweep);
    sweep.listener.onError(error);
  }

  #close(sweep: Sweep): void {
    if (!this.#sweeps.has(sweep.id)) return;
    this.#stop(sweep);
    this.#workers.control().port.post({ kind: 'release', job: sweep.id });
    this.#forget(sweep, 'The sweep was closed.');
  }

  #forget(sweep: Sweep, reason: string): void {
    sweep.state = 'closed';
    this.#sweeps.delete(sweep.id);
    this.#requests.rejectOf(sweep, reason);
  }

  #ask<Name extends ControlRequestName>(
    sweep: Sweep,
    name: Name,
    args: Arguments<Name>,
  ): Promise<Answer<Name>> {
    return this.#requests.ask(this.#workers.control(), name, args, { owner: sweep });
  }
}

const cellOf = ({ point, lane }: SweepJob): string => `${String(point)}/${String(lane)}`;

function costOf(plan: SweepPlan, job: SweepJob): number {
  return plan.points[job.point]?.lanes[job.lane]?.cost ?? 0;
}
