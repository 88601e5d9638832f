/** A search of many runs: it begins with a press, and a finished one is kept while the page is open. */
import { useMemo, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Signal } from '@ackscope/charts';
import type { Engine, LongOptions } from '@ackscope/engine';
import type { LabStore } from '@ackscope/model';
import { cell } from '../base/signals.ts';
import { useSignal } from '../base/useSignal.ts';
import { jobsOf } from './jobs.ts';

export interface SearchOf<Report extends { runs: number }> {
  /** Names the search: those with the same name are one. */
  name: string;
  /** Searches whose runs take as long. */
  pace: string;
  maxRuns: number;
  run: (options: LongOptions) => Promise<Report>;
}

export interface Searching<News> {
  stage: 'running' | 'cancelled';
  runs: number;
  /** The estimated seconds left. */
  leftS: number | null;
  soFar: News | null;
}

export type SearchState<Report, News> =
  | { stage: 'idle' }
  | Searching<News>
  | { stage: 'done'; report: Report }
  | { stage: 'refused'; reason: string };

const NOT_ASKED: Signal<{ stage: 'idle' }> = cell<{ stage: 'idle' }>({ stage: 'idle' });
/** Progress is shown this often. */
const EVERY_MS = 100;
/** Below so many runs, the estimate of the time left is too uncertain. */
const TELLING_RUNS = 50;
/** A trial tells the time of a search, and takes so long, after its first runs: they are slower. */
const TRIAL_MS = 250;
const WARM_RUNS = 24;

/** How long a run took on this machine, in ms, by what paces it. */
const PACE = new Map<string, number>();

function searchOf<Report extends { runs: number }, News>(
  engine: Engine,
  { name, pace, maxRuns, run }: SearchOf<Report>,
  attempt: number,
  rests: LongOptions['rests'],
): Signal<SearchState<Report, News>> {
  return jobsOf(engine).run<SearchState<Report, News>>({
    key: `search ${String(attempt)} ${name}`,
    priority: 'shown',
    first: { stage: 'running', runs: 0, leftS: null, soFar: null },
    async work(show, signal) {
      let beganMs = NaN;
      let shownMs = -Infinity;
      let soFar: News | null = null;
      const onProgress = (runs: number, news?: string): void => {
        const nowMs = performance.now();
        if (Number.isNaN(beganMs)) beganMs = nowMs;
        if (news !== undefined) soFar = JSON.parse(news) as News;
        if (nowMs - shownMs < EVERY_MS) return;
        shownMs = nowMs;
        const perRunMs = (nowMs - beganMs) / runs;
        const leftS = runs < TELLING_RUNS ? null : (perRunMs * (maxRuns - runs)) / 1000;
        if (leftS !== null) PACE.set(pace, perRunMs);
        show({ stage: 'running', runs, leftS, soFar });
      };
      try {
        const report = await run({ signal, onProgress, rests });
        if (beganMs > 0) PACE.set(pace, (performance.now() - beganMs) / report.runs);
        show({ stage: 'done', report });
      } catch (thrown) {
        show({ stage: 'refused', reason: messageOf(thrown) });
        throw thrown;
      }
    },
  });
}

/** The time of a run in ms, from the last search of this pace, or from the first runs of one. Null: not known. */
function paceOf<Report extends { runs: number }>(
  engine: Engine,
  { pace, run }: SearchOf<Report>,
): Signal<number | null> {
  return jobsOf(engine).run<number | null>({
    key: `pace of ${pace}`,
    priority: 'idle',
    first: PACE.get(pace) ?? null,
    async work(show, signal) {
      if (PACE.has(pace)) return;
      const over = new AbortController();
      signal.addEventListener('abort', () => over.abort());
      let first: { runs: number; ms: number } | null = null;
      const onProgress = (runs: number): void => {
        const ms = performance.now();
        if (runs >= WARM_RUNS) first ??= { runs, ms };
        if (first === null || runs === first.runs || ms - first.ms < TRIAL_MS) return;
        PACE.set(pace, (ms - first.ms) / (runs - first.runs));
        show(PACE.get(pace) ?? null);
        over.abort();
      };
      await run({ signal: over.signal, onProgress }).catch(() => undefined);
    },
  });
}

const NO_PACE: Signal<number | null> = cell<number | null>(null);

export function useSearch<Report extends { runs: number }, News>(
  engine: Engine,
  store: LabStore,
  of: SearchOf<Report>,
): {
  state: SearchState<Report, News>;
  /** How long it takes at most on this machine, in seconds; null: not known yet. */
  tellsS: number | null;
  /** Begins the search of this name: that of `of`, or of the next one that is given. */
  begin: (name: string) => void;
  cancel: () => void;
} {
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<{ of: string; state: Searching<News> } | null>(null);
  const search = useMemo(() => {
    // A lane that plays has the processor.
    const rests = { get: () => store.getState().clock.playing, subscribe: store.subscribe };
    return searchOf<Report, News>(engine, of, attempt, rests);
  }, [engine, of, attempt, store]);
  const isAsked = asked === of.name || search.get().stage === 'done';
  const state = useSignal<SearchState<Report, News>>(isAsked ? search : NOT_ASKED);
  const pace = useMemo(() => paceOf(engine, of), [engine, of]);
  const perRunMs = useSignal(isAsked ? NO_PACE : pace);
  return {
    state: !isAsked && cancelled?.of === of.name ? cancelled.state : state,
    tellsS: perRunMs === null ? null : (perRunMs * of.maxRuns) / 1000,
    begin(name) {
      if (state.stage === 'refused') setAttempt(attempt + 1);
      setCancelled(null);
      setAsked(name);
    },
    cancel() {
      if (state.stage === 'running') setCancelled({ of: of.name, state: { ...state, stage: 'cancelled' } });
      setAsked(null);
    },
  };
}
