/** Runs of scenarios and sweeps as promises: what the work of a job is made of. */
import { costGate, costOfSweep, LaneTrace } from '@ackscope/model';
import type { Engine, LaneResults, Spares, SweepListener, SweepPlan, SweepRequest } from '@ackscope/engine';

export interface RunOptions extends Spares {
  /** Traces take memory: most runs need only results. */
  want: 'results' | 'traces';
  signal: AbortSignal;
  /** The run ends when all lanes have come so far. */
  untilS?: number;
  /** Called with the traces so far. */
  onTraces?: (traces: readonly LaneTrace[]) => void;
}

export interface Ran {
  traces: readonly LaneTrace[];
  /** Of the lanes that have come to their end. */
  results: readonly LaneResults[];
}

/** Runs all lanes of a scenario. Rejects with a reason if one of them cannot run. */
export async function runLanes(
  engine: Engine,
  scenario: object,
  { want, signal, untilS = Infinity, onTraces, ...spares }: RunOptions,
): Promise<Ran> {
  const text = JSON.stringify(scenario);
  const check = await engine.check(text);
  signal.throwIfAborted();
  if (!check.ok) throw new Error(check.error.message);
  const [traces, results]: [LaneTrace[], LaneResults[]] = [[], []];
  return new Promise<Ran>((resolve, reject) => {
    let isOver = false;
    const end = (settle: () => void): void => {
      isOver = true;
      handle.cancel();
      settle();
    };
    const look = (): void => {
      const isThere = (at: number): boolean =>
        results[at] !== undefined || (traces[at]?.simulatedS ?? 0) >= untilS;
      if (check.lanes.every((_, at) => isThere(at))) end(() => resolve({ traces, results }));
    };
    const handle = engine.start(
      text,
      {
        onLane(lane, info) {
          if (want === 'traces') traces[lane] = new LaneTrace(info);
        },
        onChunk(lane, chunk) {
          const trace = traces[lane];
          if (isOver || trace === undefined) return;
          trace.write(chunk);
          onTraces?.(traces);
          look();
        },
        onResults(lane, found, isLast) {
          if (isOver || !isLast) return;
          results[lane] = found;
          look();
        },
        onError(_, error) {
          end(() => reject(new Error(error.message)));
        },
      },
      { ...spares, lanes: check.lanes },
    );
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)));
  });
}

export interface SweepOptions extends Spares {
  signal: AbortSignal;
  /** Refuses a sweep that needs consent, with this sentence; without it nothing is too expensive. */
  tooLong?: string;
  onPlan?: (plan: SweepPlan) => void;
  onRun: SweepListener['onRun'];
}

/** Runs a sweep to its end. Rejects with a reason if it is refused, too expensive, or cannot go on. */
export function runSweep(
  engine: Engine,
  request: SweepRequest,
  { signal, tooLong, onPlan, onRun, ...spares }: SweepOptions,
): Promise<void> {
  let close = (): void => undefined;
  return new Promise<void>((resolve, reject) => {
    const listener: SweepListener = {
      onPlan(plan, begin, atOnce) {
        const judgement = tooLong === undefined ? 'run' : costGate().judge(costOfSweep(plan, atOnce));
        if (judgement !== 'run') {
          reject(new Error(judgement === 'ask' ? tooLong : judgement.message));
          return;
        }
        onPlan?.(plan);
        begin();
      },
      onRun,
      onDone: resolve,
      onError: (error) => reject(new Error(error.message)),
    };
    const handle = engine.sweep(request, listener, spares);
    close = () => handle.close();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  }).finally(() => close());
}
