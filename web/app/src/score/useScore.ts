/** The report card of an address. Runs what this session has not scored; stops on leaving. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createScoreStore, emptyCache, readScore } from '@ackscope/model/score';
import type { ScoreSetup, ScoreState, ScoreStore } from '@ackscope/model/score';
import { shownTurn } from '../jobs/jobs.ts';
import { useLab } from '../lab/context.ts';
import { RECORDED } from './recorded.ts';

const nowMs = (): number => performance.now();
/** Kept while the page is open. */
const CACHE = emptyCache();
/** The window set by hand is no algorithm to score. */
const LEFT_OUT = 'manual';

export interface OpenedScore {
  score: ScoreStore;
  state: ScoreState;
  setup: ScoreSetup;
  problems: readonly string[];
}

export function useScore(item: string | null, query: string): OpenedScore {
  const { engine, store, catalogue } = useLab();
  const builtIn = useMemo(() => catalogue.algorithms.map(({ id }) => id), [catalogue]);
  const { setup, problems } = useMemo(
    () => readScore(item, query, store.getState().scenario.wanted, builtIn),
    [item, query, store, builtIn],
  );
  const score = useMemo(() => {
    const all = builtIn.filter((id) => id !== LEFT_OUT);
    const asked = setup.algorithms ?? all;
    return createScoreStore(engine, asked, setup.scripts, CACHE, nowMs, RECORDED, shownTurn(engine));
  }, [engine, builtIn, setup]);
  useEffect(() => {
    score.start();
    return () => score.leave();
  }, [score]);
  const subscribe = useCallback((listener: () => void) => score.subscribe(listener), [score]);
  const state = useSyncExternalStore(subscribe, () => score.getState());
  return { score, state, setup, problems };
}
