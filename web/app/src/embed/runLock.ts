/**
 * Several widgets on one page take turns: a run starts when the run before it, in any frame, is
 * finished. The browser's locks are shared by all frames of this origin under the same site, also
 * in other tabs, so the wait is limited. If the browser refuses locks (a page of another site whose
 * frames may store nothing), runs start at once.
 */
import { WHOLE_RUN } from '@ackscope/engine';
import type { Engine, LaneName, RunHandle, RunListener, StartOptions } from '@ackscope/engine';

export type Locks = Pick<LockManager, 'request'>;

const NAME = 'ackscope-run';
/** A short run ends within this time. Others wait no longer: the run may be in a hidden tab. */
export const TIMEOUT_MS = 2000;

/** The browser's locks; null without a secure origin. */
export function browserLocks(): Locks | null {
  return (navigator as Partial<Navigator>).locks ?? null;
}

/** Lets the runs of an engine wait for their turn, at most for `TIMEOUT_MS`. */
export function withRunLock(engine: Engine, locks: Locks | null): Engine {
  if (locks === null) return engine;
  const start = engine.start.bind(engine);
  const check = engine.check.bind(engine);
  return Object.assign(engine, {
    start: (...[text, listener, options]: Parameters<Engine['start']>) =>
      startInTurn({ start, check }, locks, text, listener, options),
  });
}

function startInTurn(
  engine: Pick<Engine, 'start' | 'check'>,
  locks: Locks,
  text: string,
  listener: RunListener,
  options: StartOptions = {},
): RunHandle {
  const { lanes: known } = options;
  const cancelled = new AbortController();
  let inner: RunHandle | null = null;
  let leave: () => void = () => undefined;

  const run = (lanes: readonly LaneName[] | undefined): Promise<void> =>
    new Promise((resolve) => {
      let unsettled = lanes?.length ?? 1;
      leave = resolve;
      const settle = (): void => {
        unsettled -= 1;
        if (unsettled <= 0) resolve();
      };
      inner = engine.start(
        text,
        {
          onLane: listener.onLane.bind(listener),
          onChunk: listener.onChunk.bind(listener),
          onResults(lane, results, done) {
            listener.onResults(lane, results, done);
            if (done) settle();
          },
          onError(lane, error) {
            listener.onError(lane, error);
            if (lane === WHOLE_RUN) resolve();
            else settle();
          },
        },
        { ...options, lanes },
      );
    });

  const wait = async (): Promise<void> => {
    const check = known === undefined ? await engine.check(text) : null;
    const lanes = known ?? (check?.ok === true ? check.lanes : undefined);
    if (!cancelled.signal.aborted) await inTurn(locks, cancelled.signal, () => run(lanes));
  };
  const begun = (): Promise<RunHandle> =>
    inner === null ? Promise.reject(new Error('The run has not started yet.')) : Promise.resolve(inner);
  void wait();

  return {
    cancel() {
      cancelled.abort();
      inner?.cancel();
      leave();
    },
    ask: async (...question) => (await begun()).ask(...question),
    replay: async (...interval) => (await begun()).replay(...interval),
  };
}

/** Runs the work when no other frame does. Without locks, or after the timeout, it runs anyway. */
async function inTurn(locks: Locks, cancelled: AbortSignal, work: () => Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const leave = (): void => {
    waiting.abort();
  };
  const patience = setTimeout(leave, TIMEOUT_MS);
  cancelled.addEventListener('abort', leave);
  const turn = { begun: false };
  try {
    await locks.request(NAME, { signal: waiting.signal }, () => {
      turn.begun = true;
      clearTimeout(patience);
      return work();
    });
  } catch {
    // The turn did not come in time, or locks are refused here.
    clearTimeout(patience);
    if (!turn.begun && !cancelled.aborted) await work();
  }
}
