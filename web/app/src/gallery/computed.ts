/**
 * Computes the gallery's figures. A figure's runs start when it comes into view. Only one figure is
 * computed at a time, so that the page stays responsive. Results are kept while the page is open.
 */
import type { Engine, GalleryEntry, GalleryPanel, LaneResults } from '@ackscope/engine';
import { LaneTrace } from '@ackscope/model';
import { runsOf } from '@ackscope/model/gallery';
import type { GalleryForm, GalleryResult, GalleryRun } from '@ackscope/model/gallery';
import { drawnLanes } from '../lab/drawnLane.ts';
import type { DrawnLane } from '../lab/drawnLane.ts';
import { cell } from '../lab/signals.ts';

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

type Target = ReturnType<typeof cell<Computed>>;

export interface FigureRequest {
  entry: GalleryEntry;
  panel: GalleryPanel | null;
  form: GalleryForm;
}

export interface Figures {
  /** The state of a requested figure; its runs start when its turn comes. */
  of: (request: FigureRequest) => Target;
  /** Cancels everything; called when the gallery closes. */
  rest: () => void;
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

const perEngine = new WeakMap<Engine, Figures>();

export function figuresOf(engine: Engine): Figures {
  let figures = perEngine.get(engine);
  if (figures === undefined) {
    figures = createFigures(engine);
    perEngine.set(engine, figures);
  }
  return figures;
}

function createFigures(engine: Engine): Figures {
  const known = new Map<string, Target>();
  const groups: { request: FigureRequest; target: Target }[][] = [];
  let coming: (typeof groups)[number] | null = null;
  let stop: (() => void) | null = null;

  const next = (): void => {
    while (groups.at(-1)?.length === 0) groups.pop();
    // The latest group of requests is in view now. Within a group the order is that of the page.
    const item = stop === null ? groups.at(-1)?.shift() : undefined;
    if (item === undefined) return;
    stop = compute(engine, item.request, item.target, () => {
      stop = null;
      next();
    });
  };
  return {
    of(request) {
      const { entry, panel, form } = request;
      const key = `${entry.id}/${panel === null ? '' : entry.plot.indexOf(panel)}/${form}`;
      let target = known.get(key);
      if (target === undefined) {
        target = cell(WAITING);
        known.set(key, target);
        if (coming === null) {
          coming = [];
          groups.push(coming);
          queueMicrotask(() => {
            coming = null;
            next();
          });
        }
        coming.push({ request, target });
      }
      return target;
    },
    rest() {
      groups.length = 0;
      coming = null;
      stop?.();
      stop = null;
      for (const [key, target] of known) if (target.get().state !== 'done') known.delete(key);
    },
  };
}

/** The series of a picture over time. */
export function drawnSeries({ plot }: GalleryEntry): string {
  return plot.find((panel) => panel.kind === 'trace')?.y ?? 'cwnd';
}

/** Runs one after another. Memory is freed after each; results stay, and the curves of a picture over time. */
function compute(engine: Engine, request: FigureRequest, target: Target, leave: () => void): () => void {
  const runs = runsOf(request.entry, request.panel, request.form);
  let computed: Computed = { ...WAITING, state: 'running', runs: runs.length };
  let stopped = false;
  let cancel: (() => void) | null = null;
  const tell = (change: Partial<Computed>): void => {
    if (stopped) return;
    computed = { ...computed, ...change, revision: computed.revision + 1 };
    target.set(computed);
  };
  const go = (index: number): void => {
    const run = runs[index];
    if (stopped) return;
    if (run === undefined) {
      tell({ state: runs.length === 0 ? 'failed' : 'done' });
      leave();
      return;
    }
    // Panels are drawn from results alone.
    const series = request.panel === null && index === 0 ? drawnSeries(request.entry) : null;
    cancel = oneRun(engine, run, series, {
      onCurves: (lanes) => tell({ lanes, durationS: lanes[0]?.info.duration_s ?? 1 }),
      onDone: (lanes) => {
        const results = lanes.map(({ label, results: item }) => ({ run, lane: label, results: item }));
        tell({ finished: index + 1, results: [...computed.results, ...results] });
        go(index + 1);
      },
      onFailed: () => {
        tell({ state: 'failed' });
        leave();
      },
    });
  };
  go(0);
  return () => {
    stopped = true;
    cancel?.();
  };
}

interface RunEvents {
  onCurves: (lanes: readonly DrawnLane[]) => void;
  onDone: (lanes: readonly { label: string; results: LaneResults }[]) => void;
  onFailed: () => void;
}

/** Without a `series` no curve is kept. */
function oneRun(engine: Engine, run: GalleryRun, series: string | null, events: RunEvents): () => void {
  const text = JSON.stringify(run.scenario);
  const traces: LaneTrace[] = [];
  const done: { label: string; results: LaneResults }[] = [];
  let expected: number | null = null;
  let over = false;
  const settle = (): void => {
    const finished = done.filter(Boolean);
    if (over || expected === null || finished.length < expected) return;
    over = true;
    handle.cancel();
    events.onDone(finished);
  };
  const handle = engine.start(text, {
    onLane: (lane, info) => {
      if (series !== null) traces[lane] = new LaneTrace(info);
    },
    onChunk: (lane, chunk) => {
      if (series === null || over) return;
      traces[lane]?.write(chunk);
      events.onCurves(drawnLanes(traces, series));
    },
    onResults: (lane, results, isLast) => {
      if (!isLast) return;
      done[lane] = { label: results.label, results };
      settle();
    },
    onError: () => {
      if (over) return;
      over = true;
      handle.cancel();
      events.onFailed();
    },
  });
  void engine.check(text).then((check) => {
    if (check.ok) expected = check.lanes.length;
    settle();
  });
  return () => {
    over = true;
    handle.cancel();
  };
}
