/** The search of a request: it begins with a press, and a finished one is kept while the page is open. */
import { useMemo, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Signal } from '@ackscope/charts';
import type { BreakReport, BreakRequest, Engine, SoFar } from '@ackscope/engine';
import { cell } from '../base/signals.ts';
import { useSignal } from '../base/useSignal.ts';
import { jobsOf } from '../jobs/jobs.ts';

export interface Searching {
  stage: 'running' | 'cancelled';
  runs: number;
  /** The estimated seconds left. */
  leftS: number | null;
  soFar: SoFar | null;
}

export type BreakState =
  | { stage: 'idle' }
  | Searching
  | { stage: 'done'; report: BreakReport }
  | { stage: 'refused'; reason: string };

const IDLE: BreakState = { stage: 'idle' };
const NOT_ASKED: Signal<BreakState> = cell<BreakState>(IDLE);
const BEGUN: Searching = { stage: 'running', runs: 0, leftS: null, soFar: null };
/** Progress is shown this often. */
const EVERY_MS = 100;
/** Below so many runs, the estimate of the time left is too uncertain. */
const TELLING_RUNS = 50;
/** A trial tells the time of a search, and takes so long, after its first runs: they are slower. */
const TRIAL_MS = 250;
const WARM_RUNS = 24;

/** How long a run took on this machine, in ms, by algorithm. */
const PACE = new Map<string, number>();

function searchOf(engine: Engine, request: BreakRequest, attempt: number): Signal<BreakState> {
  return jobsOf(engine).run<BreakState>({
    key: `break ${String(attempt)} ${JSON.stringify(request)}`,
    priority: 'shown',
    first: BEGUN,
    async work(show, signal) {
      let beganMs = NaN;
      let shownMs = -Infinity;
      let soFar: SoFar | null = null;
      const onProgress = (runs: number, news?: string): void => {
        const nowMs = performance.now();
        if (Number.isNaN(beganMs)) beganMs = nowMs;
        if (news !== undefined) soFar = JSON.parse(news) as SoFar;
        if (nowMs - shownMs < EVERY_MS) return;
        shownMs = nowMs;
        const perRunMs = (nowMs - beganMs) / runs;
        const leftS = runs < TELLING_RUNS ? null : (perRunMs * (request.max_runs - runs)) / 1000;
        show({ stage: 'running', runs, leftS, soFar });
      };
      try {
        const report = await engine.search(request, { signal, onProgress });
        if (beganMs > 0) PACE.set(request.algorithm, (performance.now() - beganMs) / report.runs);
        show({ stage: 'done', report });
      } catch (thrown) {
        show({ stage: 'refused', reason: messageOf(thrown) });
        throw thrown;
      }
    },
  });
}

/** The time of a run in ms, from the last search of this algorithm, or from the first runs of one. Null: not known. */
function paceOf(engine: Engine, request: BreakRequest): Signal<number | null> {
  return jobsOf(engine).run<number | null>({
    key: `pace of ${request.algorithm} ${JSON.stringify(request.scripts)}`,
    priority: 'idle',
    first: PACE.get(request.algorithm) ?? null,
    async work(show, signal) {
      const over = new AbortController();
      signal.addEventListener('abort', () => over.abort());
      let first: { runs: number; ms: number } | null = null;
      const onProgress = (runs: number): void => {
        const ms = performance.now();
        if (runs >= WARM_RUNS) first ??= { runs, ms };
        if (first === null || runs === first.runs || ms - first.ms < TRIAL_MS) return;
        PACE.set(request.algorithm, (ms - first.ms) / (runs - first.runs));
        show(PACE.get(request.algorithm) ?? null);
        over.abort();
      };
      await engine.search(request, { signal: over.signal, onProgress }).catch(() => undefined);
    },
  });
}

const NO_PACE: Signal<number | null> = cell<number | null>(null);

export function useBreak(
  engine: Engine,
  request: BreakRequest,
): {
  state: BreakState;
  /** How long it takes at most on this machine, in seconds; null: not known yet. */
  tellsS: number | null;
  begin: (request: BreakRequest) => void;
  cancel: () => void;
} {
  const text = JSON.stringify(request);
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<{ of: string; state: BreakState } | null>(null);
  const search = useMemo(
    () => searchOf(engine, JSON.parse(text) as BreakRequest, attempt),
    [engine, text, attempt],
  );
  const isAsked = asked === text || search.get().stage === 'done';
  const state = useSignal(isAsked ? search : NOT_ASKED);
  const pace = useMemo(() => paceOf(engine, JSON.parse(text) as BreakRequest), [engine, text]);
  const perRunMs = useSignal(isAsked ? NO_PACE : pace);
  return {
    state: !isAsked && cancelled?.of === text ? cancelled.state : state,
    tellsS: perRunMs === null ? null : (perRunMs * request.max_runs) / 1000,
    begin(wanted) {
      if (state.stage === 'refused') setAttempt(attempt + 1);
      setCancelled(null);
      setAsked(JSON.stringify(wanted));
    },
    cancel() {
      if (state.stage === 'running') setCancelled({ of: text, state: { ...state, stage: 'cancelled' } });
      setAsked(null);
    },
  };
}
