/**
 * Starts a run and shows it. The workers begin at once. Their updates wait until the run may use
 * the screen, and are then shown once per frame. These are the lanes themselves: all other runs are jobs of the page, which wait
 * for a calm hand, and a run that the hand has asked for must not.
 */
import { WHOLE_RUN } from '@ackscope/engine';
import type { Engine, RunHandle, RunListener, ScenarioError } from '@ackscope/engine';
import type { LaneUpdate } from './slices/run.ts';

export interface Screen {
  /** Gives the screen to the run; called just before its first updates. */
  begin: () => void;
  tell: (updates: readonly LaneUpdate[]) => void;
  fail: (lane: number, error: ScenarioError) => void;
}

export interface Launched {
  readonly handle: RunHandle;
  /**
   * Lets the run use the screen. `atOnce`: even before its first update. Otherwise the run before
   * stays until the first curve arrives, so that the page is rendered once, not twice.
   */
  show: (screen: Screen, atOnce: boolean) => void;
  /** From now on, no update of this run is shown. */
  cancel: () => void;
}

export interface LaunchOptions {
  lanes: readonly { label: string; algorithm: string }[];
  schedule: (callback: () => void) => void;
  /** The run is short: one processor is left to the page. */
  isShort: boolean;
  /** A lane has finished; `packetHops` counts each packet once per hop. */
  onLaneDone: (packetHops: number) => void;
}

/** A run above its limits: its lane shows this error beside the part that was simulated. */
function stoppedRun(message: string): ScenarioError {
  return { path: '', found: 'a run above its limits', allowed: 'docs/limits.md', nearest: null, message };
}

export function launch(engine: Engine, text: string, options: LaunchOptions): Launched {
  let screen: Screen | null = null;
  let begun = false;
  let cancelled = false;
  let scheduled = false;
  let replacesLanes = false;
  let updates: LaneUpdate[] = [];
  const seen = new Set<number>();
  const failures: [number, ScenarioError][] = [];

  const begin = (on: Screen): void => {
    if (begun) return;
    begun = true;
    on.begin();
  };
  const isNew = (lane: number): boolean => replacesLanes && !seen.has(lane);
  /**
   * All updates. But a lane that was not there before gets its own frame, the leftmost first: its first picture takes
   * the longest.
   */
  const nextBatch = (): readonly LaneUpdate[] => {
    const fresh = updates.flatMap((item) => (item.kind === 'chunk' && isNew(item.lane) ? [item.lane] : []));
    const lane = fresh.length === 0 ? null : Math.min(...fresh);
    const batch = lane === null ? updates : updates.filter((item) => item.lane === lane || !isNew(item.lane));
    updates = lane === null ? [] : updates.filter((item) => !batch.includes(item));
    if (lane !== null) seen.add(lane);
    return batch;
  };
  const scheduleUpdates = (): void => {
    // The beginning of a lane changes nothing on the screen: it waits for the lane's first curve.
    if (scheduled || screen === null || updates.every(({ kind }) => kind === 'lane')) return;
    const on = screen;
    scheduled = true;
    options.schedule(() => {
      scheduled = false;
      if (cancelled) return;
      begin(on);
      on.tell(nextBatch());
      if (updates.length > 0) scheduleUpdates();
    });
  };
  const reportFailures = (): void => {
    if (screen === null || cancelled) return;
    for (const [lane, error] of failures.splice(0)) {
      begin(screen);
      screen.fail(lane, error);
    }
  };
  const add = (item: LaneUpdate): void => {
    updates.push(item);
    scheduleUpdates();
  };
  const listener: RunListener = {
    onLane: (lane, info) => add({ kind: 'lane', lane, info }),
    onChunk: (lane, chunk) => add({ kind: 'chunk', lane, chunk }),
    onResults: (lane, results, done) => {
      if (done) options.onLaneDone(results.engine.packet_hops);
      add({ kind: 'results', lane, results, done });
      const message = results.engine.stopped ?? null;
      if (done && message !== null) listener.onError(lane, stoppedRun(message));
    },
    onError: (lane, error) => {
      failures.push([lane === WHOLE_RUN ? -1 : lane, error]);
      reportFailures();
    },
  };
  const handle = engine.start(text, listener, { lanes: options.lanes, sparesProcessor: options.isShort });
  return {
    handle,
    show(on, atOnce) {
      screen = on;
      replacesLanes = atOnce;
      if (atOnce) begin(on);
      reportFailures();
      scheduleUpdates();
    },
    cancel() {
      cancelled = true;
      handle.cancel();
    },
  };
}
