/**
 * Several widgets on one page take turns: a run begins when the one before it, in whichever frame, is finished.
 * The browser's own locks reach every frame of this origin under the same page.
 */
import { WHOLE_RUN } from '@ackscope/engine';
import type { Engine, LaneName, RunHandle, RunListener, StartOptions } from '@ackscope/engine';

export type Locks = Pick<LockManager, 'request'>;

const NAME = 'ackscope-run';

/** An engine whose runs wait for their turn. `locks` is null where the browser has none: nothing waits then. */
export function takingTurns(engine: Engine, locks: Locks | null): Engine {
  if (locks === null) return engine;
  return {
    get catalogue() {
      return engine.catalogue;
    },
    check: (text) => engine.check(text),
    start: (text, listener, options) => startInTurn(engine, locks, text, listener, options),
    sweep: (request, listener) => engine.sweep(request, listener),
    theory: (id, sets) => engine.theory(id, sets),
    program: (text, lane, simulator, origin) => engine.program(text, lane, simulator, origin),
    dispose() {
      engine.dispose();
    },
  };
}

function startInTurn(
  engine: Engine,
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
    await locks.request(NAME, { signal: cancelled.signal }, () => run(lanes));
  };
  const begun = (): Promise<RunHandle> =>
    inner === null ? Promise.reject(new Error('The run has not begun yet.')) : Promise.resolve(inner);
  // A run that was cancelled while it waited rejects; there is nothing to give back.
  wait().catch(() => undefined);

  return {
    cancel() {
      cancelled.abort();
      inner?.cancel();
      leave();
    },
    packets: (lane, fromS, toS) => begun().then((handle) => handle.packets(lane, fromS, toS)),
    verdict: (lane, timeS) => begun().then((handle) => handle.verdict(lane, timeS)),
    qlog: (lane, flow, fromS, toS, origin) =>
      begun().then((handle) => handle.qlog(lane, flow, fromS, toS, origin)),
    replay: (lane, fromS, toS, options) =>
      inner?.replay(lane, fromS, toS, options) ?? {
        detail: Promise.reject(new Error('The run has not begun yet.')),
        cancel: () => undefined,
      },
  };
}
