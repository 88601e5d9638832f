import { plainError, scenarioErrorIn } from './errors.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { Study, SurfaceSweep } from './surface.ts';
import type { PointReport, ScenarioError, SweepPlan } from './types.ts';

export type AboutStudies = Extract<
  ToWorker,
  { kind: 'theory' | 'program' | 'sweep' | 'add' | 'report-sweep' | 'close-sweep' }
>;

/** What the studies need of the runner whose messages they answer. */
export interface StudiesWorld {
  /** Loads the second module. */
  open(): Promise<Study>;
  post(message: FromWorker): void;
  /** Does what may go wrong in a way nobody foresaw. */
  guard(request: number | undefined, action: () => void): void;
}

/** Formulas, programs for other simulators, and the plans of sweeps, whose runs are done by others. */
export class Studies {
  readonly #world: StudiesWorld;
  readonly #sweeps = new Map<number, SurfaceSweep>();
  #opened: Promise<Study> | null = null;

  constructor(world: StudiesWorld) {
    this.#world = world;
  }

  /** Messages are answered in the order in which they came: all of them wait for the same module. */
  handle(message: AboutStudies): void {
    this.#opened ??= this.#world.open();
    this.#opened.then(
      (study) => {
        this.#world.guard('request' in message ? message.request : undefined, () => {
          this.#answer(study, message);
        });
      },
      (thrown: unknown) => {
        this.#opened = null; // the next one tries again
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        this.#refuse(message, plainError(`A part of the engine could not be loaded: ${reason}`));
      },
    );
  }

  /** The module is not to be touched again, not even to give memory back. */
  forget(): void {
    this.#sweeps.clear();
  }

  #answer(study: Study, message: AboutStudies): void {
    switch (message.kind) {
      case 'theory':
        this.#tell(message, () => study.theory(message.id, message.sets));
        return;
      case 'program': {
        const { text, lane, simulator, origin } = message;
        this.#tell(message, () => study.program(text, lane, simulator, origin.title, origin.link));
        return;
      }
      case 'sweep':
        this.#orRefuse(message, () => {
          const sweep = new study.Sweep(message.spec);
          this.#sweeps.set(message.sweep, sweep);
          const plan = JSON.parse(sweep.plan()) as SweepPlan;
          this.#world.post({ kind: 'planned', sweep: message.sweep, plan });
        });
        return;
      case 'add':
      case 'report-sweep':
      case 'close-sweep':
        this.#goOn(message);
    }
  }

  #goOn(message: Extract<AboutStudies, { kind: 'add' | 'report-sweep' | 'close-sweep' }>): void {
    const sweep = this.#sweeps.get(message.sweep);
    if (sweep === undefined) return; // closed meanwhile: the page has closed its requests itself
    switch (message.kind) {
      case 'add': {
        const report = JSON.parse(sweep.add(message.place, message.results)) as PointReport;
        this.#world.post({ kind: 'added', request: message.request, report });
        return;
      }
      case 'report-sweep': {
        const text = message.form === 'csv' ? sweep.csv() : sweep.report();
        this.#world.post({ kind: 'sweep-text', request: message.request, text });
        return;
      }
      case 'close-sweep':
        this.#sweeps.delete(message.sweep);
        sweep.free();
    }
  }

  #tell(message: Extract<AboutStudies, { kind: 'theory' | 'program' }>, text: () => string): void {
    this.#orRefuse(message, () => {
      this.#world.post({ kind: 'told', request: message.request, text: text() });
    });
  }

  #orRefuse(message: AboutStudies, action: () => void): void {
    try {
      action();
    } catch (thrown) {
      const error = scenarioErrorIn(thrown);
      if (error === null) throw thrown;
      this.#refuse(message, error);
    }
  }

  /** What goes on with a sweep needs no answer of its own: its plan has been refused already. */
  #refuse(message: AboutStudies, error: ScenarioError): void {
    if (message.kind === 'sweep') this.#world.post({ kind: 'unplanned', sweep: message.sweep, error });
    else if (message.kind === 'theory' || message.kind === 'program') {
      this.#world.post({ kind: 'untold', request: message.request, error });
    }
  }
}
