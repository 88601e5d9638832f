import type { Pool, Seat } from './pool.ts';
import type { FromWorker } from './protocol.ts';
import type { SweepHandle, SweepListener, SweepRequest } from './sweep.ts';
import { plainError } from './errors.ts';
import type { LaneResults, ScenarioError, SweepJob, SweepPlan, SweepReport } from './types.ts';

/** What sweeps need of the client. */
export interface Surroundings {
  pool: Pool;
  /** The worker that holds a sweep's plan and puts its results together. */
  control(): Seat;
  /** A number that no other job or request has. */
  number(): number;
}

interface Sweep {
  readonly id: number;
  readonly listener: SweepListener;
  plan: SweepPlan | null;
  /** Scenario texts by point. */
  texts: string[];
  /** Places of jobs, next one last. */
  waiting: number[];
  /** Places of jobs that were begun again after another job broke their worker: that is done once. */
  readonly restarted: Set<number>;
  done: number;
  cost: { done: number; total: number };
  /** Whether its runs may begin. */
  begun: boolean;
  state: 'running' | 'over' | 'closed';
}

interface Task {
  readonly sweep: Sweep;
  readonly place: number;
  readonly seat: Seat;
}

interface Question {
  readonly sweep: Sweep;
  resolve: (text: string) => void;
  reject: (reason: Error) => void;
}

type Told<Kind extends FromWorker['kind']> = Extract<FromWorker, { kind: Kind }>;

type AboutSweeps = Told<'planned' | 'unplanned' | 'measured' | 'unmeasured' | 'added' | 'sweep-text'>;

/** Sweeps on all workers: one run to a worker at a time, taken in the order of the plan. */
export class Sweeps {
  readonly #world: Surroundings;
  readonly #sweeps = new Map<number, Sweep>();
  readonly #tasks = new Map<number, Task>();
  readonly #questions = new Map<number, Question>();
  /** Runs that the control worker is putting in their place. */
  readonly #adding = new Map<number, { sweep: Sweep; place: number; results: LaneResults }>();

  constructor(world: Surroundings) {
    this.#world = world;
  }

  start(request: SweepRequest, listener: SweepListener): SweepHandle {
    const sweep: Sweep = {
      id: this.#world.number(),
      listener,
      plan: null,
      texts: [],
      waiting: [],
      restarted: new Set(),
      done: 0,
      cost: { done: 0, total: 0 },
      begun: false,
      state: 'running',
    };
    this.#sweeps.set(sweep.id, sweep);
    this.#world.control().port.post({ kind: 'sweep', sweep: sweep.id, spec: JSON.stringify(request) });
    return {
      cancel: () => {
        this.#stop(sweep);
      },
      report: async () => JSON.parse(await this.#ask(sweep, 'json')) as SweepReport,
      csv: () => this.#ask(sweep, 'csv'),
      close: () => {
        this.#close(sweep);
      },
    };
  }

  /** Whether the message was about a sweep. */
  hear(message: FromWorker): message is AboutSweeps {
    switch (message.kind) {
      case 'planned':
        this.#planned(message);
        return true;
      case 'unplanned': {
        const sweep = this.#sweeps.get(message.sweep);
        if (sweep !== undefined) this.#fail(sweep, message.error);
        return true;
      }
      case 'measured':
        this.#measured(message);
        return true;
      case 'unmeasured':
        this.#unmeasured(message);
        return true;
      case 'added':
        this.#added(message);
        return true;
      case 'sweep-text':
        this.#questions.get(message.request)?.resolve(message.text);
        this.#questions.delete(message.request);
        return true;
      default:
        return false;
    }
  }

  /** A run during which its worker broke would break the next one too: it ends its sweep. */
  blame(job: number, reason: string): void {
    const task = this.#take(job);
    if (task === undefined) return;
    const at = task.sweep.plan?.jobs[task.place];
    const where = at === undefined ? '' : ` at point ${String(at.point)}, seed ${String(at.seed)}`;
    this.#fail(task.sweep, plainError(`The engine stopped unexpectedly${where}: ${reason}`));
  }

  /** A worker is gone: what it ran is begun again elsewhere, once. */
  bury(seat: Seat, reason: string): void {
    for (const [job, task] of [...this.#tasks]) {
      if (task.seat !== seat) continue;
      this.#tasks.delete(job);
      const { sweep, place } = task;
      if (sweep.restarted.has(place)) {
        this.#fail(sweep, plainError(`The engine stopped unexpectedly: ${reason}`));
      } else if (sweep.state === 'running') {
        sweep.restarted.add(place);
        sweep.waiting.push(place);
      }
    }
    this.#feed();
  }

  /** The worker that put results together is gone, and with it what it knew. */
  buryControl(reason: string): void {
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

  #planned({ sweep: id, plan }: Told<'planned'>): void {
    const sweep = this.#sweeps.get(id);
    if (sweep?.state !== 'running') return;
    sweep.plan = plan;
    sweep.texts = plan.points.map((point) => JSON.stringify(point.scenario));
    sweep.waiting = plan.jobs.map((_, place) => place).reverse();
    sweep.cost.total = plan.jobs.reduce((sum, job) => sum + costOf(plan, job), 0);
    sweep.listener.onPlan(plan, () => {
      if (sweep.begun || sweep.state !== 'running') return;
      sweep.begun = true;
      if (plan.jobs.length === 0) this.#finish(sweep);
      this.#feed();
    });
  }

  #measured({ job, results: text }: Told<'measured'>): void {
    const task = this.#take(job);
    if (task === undefined) return;
    const { sweep, place } = task;
    if (sweep.state === 'running') {
      const request = this.#world.number();
      // The text goes on as it came: a number that is read and written again must not change on the way.
      this.#adding.set(request, { sweep, place, results: JSON.parse(text) as LaneResults });
      this.#world.control().port.post({ kind: 'add', sweep: sweep.id, request, place, results: text });
    }
    this.#feed();
  }

  #unmeasured({ job, error }: Told<'unmeasured'>): void {
    const task = this.#take(job);
    if (task !== undefined) this.#fail(task.sweep, error);
  }

  #added({ request, report }: Told<'added'>): void {
    const adding = this.#adding.get(request);
    this.#adding.delete(request);
    if (adding === undefined) return;
    const { sweep, place, results } = adding;
    const job = sweep.plan?.jobs[place];
    if (sweep.plan === null || job === undefined || sweep.state === 'closed') return;
    sweep.done += 1;
    sweep.cost.done += costOf(sweep.plan, job);
    const total = sweep.plan.jobs.length;
    const share = sweep.done === total ? 1 : Math.min(1, sweep.cost.done / sweep.cost.total);
    sweep.listener.onRun({ job, results, report }, { done: sweep.done, total, share });
    if (sweep.done === total) this.#finish(sweep);
  }

  /** Gives every idle worker its next run. */
  #feed(): void {
    for (const sweep of this.#sweeps.values()) {
      while (sweep.state === 'running' && sweep.begun && this.#tasks.size < this.#world.pool.size) {
        const place = sweep.waiting.pop();
        const job = place === undefined ? undefined : sweep.plan?.jobs[place];
        if (place === undefined || job === undefined) break;
        const number = this.#world.number();
        const seat = this.#world.pool.seatFor(number);
        this.#tasks.set(number, { sweep, place, seat });
        const text = sweep.texts[job.point] ?? '';
        seat.port.post({ kind: 'measure', job: number, text, lane: job.lane, seed: job.seed });
      }
    }
  }

  #take(job: number): Task | undefined {
    const task = this.#tasks.get(job);
    this.#tasks.delete(job);
    task?.seat.running.delete(job);
    return task;
  }

  #stop(sweep: Sweep): void {
    if (sweep.state !== 'running') return;
    sweep.state = 'over';
    sweep.waiting = [];
    for (const [job, task] of [...this.#tasks]) {
      if (task.sweep !== sweep) continue;
      this.#take(job);
      task.seat.port.post({ kind: 'release', job });
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
    this.#world.control().port.post({ kind: 'close-sweep', sweep: sweep.id });
    this.#forget(sweep, 'The sweep was closed.');
  }

  #forget(sweep: Sweep, reason: string): void {
    sweep.state = 'closed';
    this.#sweeps.delete(sweep.id);
    for (const [request, question] of [...this.#questions]) {
      if (question.sweep !== sweep) continue;
      this.#questions.delete(request);
      question.reject(new Error(reason));
    }
  }

  #ask(sweep: Sweep, form: 'json' | 'csv'): Promise<string> {
    return new Promise((resolve, reject) => {
      if (sweep.plan === null || sweep.state === 'closed') {
        reject(new Error('There is nothing to report.'));
        return;
      }
      const request = this.#world.number();
      this.#questions.set(request, { sweep, resolve, reject });
      this.#world.control().port.post({ kind: 'report-sweep', sweep: sweep.id, request, form });
    });
  }
}

function costOf(plan: SweepPlan, job: SweepJob): number {
  return plan.points[job.point]?.lanes[job.lane]?.cost ?? 0;
}
