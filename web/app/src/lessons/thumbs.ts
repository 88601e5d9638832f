/**
 * Computes the first runs of lessons for their thumbnails: one at a time, as they come into view,
 * and only up to the time that is shown.
 */
import { LaneTrace } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import type { Engine } from '@ackscope/engine';
import { drawnLanes } from '../lab/drawnLane.ts';
import type { DrawnLane } from '../lab/drawnLane.ts';
import { cell } from '../lab/signals.ts';

export interface ThumbRun {
  lanes: readonly DrawnLane[];
  /** Rises at every update. */
  revision: number;
}

type Target = ReturnType<typeof cell<ThumbRun>>;

interface Wanted {
  id: string;
  scenario: JsonObject;
  untilS: number;
  target: Target;
}

interface Thumbs {
  known: Map<string, Target>;
  waiting: Wanted[];
  /** The current run, and a function that stops it. */
  running: { wanted: Wanted; stop: () => void } | null;
}

const perEngine = new WeakMap<Engine, Thumbs>();

/** The thumbnail of a lesson; the first call puts it in the queue. Kept while the page is open. */
export function thumbOf(engine: Engine, id: string, scenario: JsonObject, untilS: number): Target {
  let thumbs = perEngine.get(engine);
  if (thumbs === undefined) {
    thumbs = { known: new Map(), waiting: [], running: null };
    perEngine.set(engine, thumbs);
  }
  let target = thumbs.known.get(id);
  if (target === undefined) {
    target = cell<ThumbRun>({ lanes: [], revision: 0 });
    thumbs.known.set(id, target);
    thumbs.waiting.push({ id, scenario, untilS, target });
    next(engine, thumbs);
  }
  return target;
}

/** Nobody looks at thumbnails: waiting ones are dropped, and the running one is stopped. */
export function restThumbs(engine: Engine): void {
  const thumbs = perEngine.get(engine);
  if (thumbs === undefined) return;
  const { waiting, running } = thumbs;
  for (const { id } of running === null ? waiting : [...waiting, running.wanted]) thumbs.known.delete(id);
  thumbs.waiting = [];
  thumbs.running = null;
  running?.stop();
}

function next(engine: Engine, thumbs: Thumbs): void {
  if (thumbs.running !== null) return;
  const wanted = thumbs.waiting.shift();
  if (wanted === undefined) return;
  const stop = run(engine, wanted, () => {
    if (thumbs.running?.wanted !== wanted) return;
    thumbs.running = null;
    next(engine, thumbs);
  });
  thumbs.running = { wanted, stop };
}

/** Returns a function that stops the run before its end. */
function run(engine: Engine, { scenario, untilS, target }: Wanted, leave: () => void): () => void {
  const lanes: LaneTrace[] = [];
  const text = JSON.stringify(scenario);
  let isOver = false;
  /** Lanes that have ended before the time the thumbnail needs. */
  const ended = new Set<number>();
  let expected = Infinity;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    handle.cancel();
    leave();
  };
  const look = (): void => {
    const isThere = (at: number): boolean => ended.has(at) || (lanes[at]?.simulatedS ?? 0) >= untilS;
    if (Number.isFinite(expected) && Array.from({ length: expected }, (_, at) => at).every(isThere)) end();
  };
  const handle = engine.start(
    text,
    {
      onLane: (lane, info) => {
        lanes[lane] = new LaneTrace(info);
      },
      onChunk: (lane, chunk) => {
        if (isOver) return;
        lanes[lane]?.write(chunk);
        target.set({ lanes: drawnLanes(lanes, 'cwnd'), revision: target.get().revision + 1 });
        look();
      },
      onResults: (lane, _, isLast) => {
        if (!isLast) return;
        ended.add(lane);
        look();
      },
      onError: end,
    },
    { sparesProcessor: true },
  );
  void engine.check(text).then((check) => {
    if (!check.ok) return;
    expected = check.lanes.length;
    look();
  });
  return end;
}
