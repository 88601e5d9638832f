import type { SweepListener, SweepUpdate, SweepProgress } from '../src/sweep.ts';
import type { ScenarioError, SweepPlan } from '../src/types.ts';

/** Records the messages of a sweep and lets a test wait for them. */
export class SweepRecorder implements SweepListener {
  plan: SweepPlan | null = null;
  readonly news: SweepUpdate[] = [];
  readonly progress: SweepProgress[] = [];
  error: ScenarioError | null = null;
  isDone = false;
  #waiting: (() => void)[] = [];

  onPlan(plan: SweepPlan, begin: () => void): void {
    this.plan = plan;
    begin();
    this.#wake();
  }
  onRun(news: SweepUpdate, progress: SweepProgress): void {
    this.news.push(news);
    this.progress.push(progress);
    this.#wake();
  }
  onDone(): void {
    this.isDone = true;
    this.#wake();
  }
  onError(error: ScenarioError): void {
    this.error = error;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  over(): Promise<void> {
    return this.until(() => this.isDone || this.error !== null);
  }
}
