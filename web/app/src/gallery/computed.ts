/** Computes the gallery's figures: a figure's runs begin when it comes into view. */
import type { Signal } from '@ackscope/charts';
import type { Engine, GalleryEntry, GalleryPanel } from '@ackscope/engine';
import { runsOf } from '@ackscope/model/gallery';
import type { GalleryForm, GalleryResult } from '@ackscope/model/gallery';
import { jobsOf } from '../jobs/jobs.ts';
import { runLanes } from '../jobs/runs.ts';
import { drawnLanes } from '../laneData/drawnLane.ts';
import type { DrawnLane } from '../laneData/drawnLane.ts';

export interface Computed {
  state: 'waiting' | 'running' | 'done' | 'failed';
  runs: number;
  finished: number;
  /** The lanes of the first run, for a picture over time. */
  durationS: number;
  lanes: readonly DrawnLane[];
  results: readonly GalleryResult[];
  /** Rises at every update. */
  revision: number;
}

export interface FigureRequest {
  entry: GalleryEntry;
  panel: GalleryPanel | null;
  form: GalleryForm;
}

const WAITING: Computed = {
  state: 'waiting',
  runs: 0,
  finished: 0,
  durationS: 1,
  lanes: [],
  results: [],
  revision: 0,
};

/** Ends the figures that were asked for. */
const asked = new Map<string, () => void>();

/** A figure that has begun goes on until the gallery is left, also on another one of its pages. */
export function computedOf(engine: Engine, request: FigureRequest): Signal<Computed> {
  const { entry, panel, form } = request;
  const key = `figure ${entry.id}/${panel === null ? '' : entry.plot.indexOf(panel)}/${form}`;
  const work = (show: (computed: Computed) => void, signal: AbortSignal): Promise<void> =>
    compute(engine, request, show, signal);
  const computed = jobsOf(engine).run({ key, priority: 'near', first: WAITING, work });
  return {
    get: computed.get,
    subscribe(listener) {
      if (!asked.has(key))
        asked.set(
          key,
          computed.subscribe(() => undefined),
        );
      return computed.subscribe(listener);
    },
  };
}

export function leaveFigures(): void {
  for (const leave of asked.values()) leave();
  asked.clear();
}

/** The series of a picture over time. */
export function drawnSeries({ plot }: GalleryEntry): string {
  return plot.find((panel) => panel.kind === 'trace')?.y ?? 'cwnd';
}

/** Runs one after another. Memory is freed after each; results stay, and the curves of a picture over time. */
async function compute(
  engine: Engine,
  { entry, panel, form }: FigureRequest,
  show: (computed: Computed) => void,
  signal: AbortSignal,
): Promise<void> {
  const runs = runsOf(entry, panel, form);
  let computed: Computed = { ...WAITING, state: 'running', runs: runs.length };
  const tell = (change: Partial<Computed>): void => {
    computed = { ...computed, ...change, revision: computed.revision + 1 };
    show(computed);
  };
  try {
    if (runs.length === 0) throw new Error('nothing to run');
    for (const [index, run] of runs.entries()) {
      // Panels are drawn from results alone.
      const { results } = await runLanes(engine, run.scenario, {
        want: panel === null && index === 0 ? 'traces' : 'results',
        signal,
        onTraces(traces) {
          const lanes = drawnLanes(traces, drawnSeries(entry));
          tell({ lanes, durationS: lanes[0]?.info.duration_s ?? 1 });
        },
      });
      const found = results.map((item) => ({ run, lane: item.label, results: item }));
      tell({ finished: index + 1, results: [...computed.results, ...found] });
    }
    tell({ state: 'done' });
  } catch (thrown) {
    tell({ state: 'failed' });
    throw thrown;
  }
}
