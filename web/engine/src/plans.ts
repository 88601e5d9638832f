import { scenarioErrorIn } from './errors.ts';
import type { ToWorker } from './protocol.ts';
import type { Surroundings } from './runner.ts';
import type { Surface, SurfaceSweep } from './surface.ts';
import type { PointReport, SweepPlan } from './types.ts';

type AboutSweeps = Extract<ToWorker, { kind: 'sweep' | 'add' | 'report-sweep' | 'close-sweep' }>;

/** The sweeps whose plans this worker holds; their runs are done by others. */
export class Plans {
  readonly #surface: Surface;
  readonly #world: Pick<Surroundings, 'post'>;
  readonly #sweeps = new Map<number, SurfaceSweep>();

  constructor(surface: Surface, world: Pick<Surroundings, 'post'>) {
    this.#surface = surface;
    this.#world = world;
  }

  handle(message: AboutSweeps): void {
    if (message.kind === 'sweep') {
      this.#plan(message.sweep, message.spec);
      return;
    }
    const sweep = this.#sweeps.get(message.sweep);
    if (sweep === undefined) return; // closed meanwhile: the page has closed its requests itself
    switch (message.kind) {
      case 'add': {
        const report = JSON.parse(sweep.add(message.place, message.results)) as PointReport;
        this.#world.post({ kind: 'added', request: message.request, report }, []);
        break;
      }
      case 'report-sweep': {
        const text = message.form === 'csv' ? sweep.csv() : sweep.report();
        this.#world.post({ kind: 'sweep-text', request: message.request, text }, []);
        break;
      }
      case 'close-sweep':
        this.#sweeps.delete(message.sweep);
        sweep.free();
        break;
    }
  }

  /** The module is not to be touched again, not even to give memory back. */
  forget(): void {
    this.#sweeps.clear();
  }

  #plan(id: number, spec: string): void {
    let sweep: SurfaceSweep;
    try {
      sweep = new this.#surface.Sweep(spec);
    } catch (thrown) {
      const error = scenarioErrorIn(thrown);
      if (error === null) throw thrown;
      this.#world.post({ kind: 'unplanned', sweep: id, error }, []);
      return;
    }
    this.#sweeps.set(id, sweep);
    this.#world.post({ kind: 'planned', sweep: id, plan: JSON.parse(sweep.plan()) as SweepPlan }, []);
  }
}
