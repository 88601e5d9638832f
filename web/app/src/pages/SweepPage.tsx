import { useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '@ackscope/model';
import { createSweepStore, readSweep, sweepHref } from '@ackscope/model/sweep';
import type { SweepStore, SweepWish } from '@ackscope/model/sweep';
import { useLab } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { useTheme } from '../lab/useTheme.ts';
import { Page } from '../panels/Page.tsx';
import { firstAxis, writeAxis } from '../sweep/axis.ts';
import { sweepPaths } from '../sweep/paths.ts';
import { SweepForm } from '../sweep/SweepForm.tsx';
import { SweepResult } from '../sweep/SweepResult.tsx';
import { useSweep } from '../sweep/useSweep.ts';
import styles from '../sweep/Sweep.module.css';

/** One parameter or two over a range, for every algorithm, with repetitions. */
export function SweepPage({ query }: { query: string }) {
  const lab = useLab();
  const { isDark } = useTheme();
  // The page writes its address without a change that anyone hears of: a query that differs is another link.
  const [opened, setOpened] = useState(() => open(lab, query));
  if (query !== opened.query) setOpened(open(lab, query));
  const { sweep, problems } = opened;
  const state = useSweep(sweep);
  const defaults = lab.catalogue.scenario_defaults as JsonObject;
  const paths = useMemo(() => sweepPaths(state.wish.scenario, defaults), [state.wish.scenario, defaults]);

  useEffect(() => {
    document.title = 'Sweep · Ackscope';
  }, []);
  useEffect(() => {
    if (opened.runs) sweep.start();
    return () => sweep.leave();
  }, [sweep, opened]);
  useEffect(() => {
    const href = sweepHref(state.wish);
    if (location.hash !== href) history.replaceState(null, '', href);
  }, [state.wish]);

  return (
    <Page here="sweep" isDark={isDark} className={styles.main} marks={{ 'data-sweep': state.status }}>
      <div className={styles.columns}>
        <div className={styles.left}>
          <h1>Sweep</h1>
          <p className={styles.intro}>
            One quantity over a range, for every algorithm: mean and 95 % interval over the seeds, as the runs
            end.
          </p>
          {problems.map((problem) => (
            <p key={problem} className={styles.error} role="alert">
              {problem}
            </p>
          ))}
          <SweepForm sweep={sweep} state={state} paths={paths} />
        </div>
        <SweepResult sweep={sweep} state={state} paths={paths} />
      </div>
    </Page>
  );
}

interface Opened {
  query: string;
  sweep: SweepStore;
  problems: readonly string[];
  runs: boolean;
}

const nowMs = (): number => performance.now();

/** A link is a sweep that is wanted now; without one the lab's scenario is offered with its bottleneck's loss or rate. */
function open(lab: Lab, query: string): Opened {
  if (query !== '') {
    const { wish, problems } = readSweep(query);
    return { query, sweep: createSweepStore(lab.engine, wish, nowMs), problems, runs: wish.axes.length > 0 };
  }
  const { wanted: scenario, preset } = lab.store.getState().scenario;
  const paths = sweepPaths(scenario, lab.catalogue.scenario_defaults as JsonObject);
  const first = FIRST.map((path) => paths.find((item) => item.path === path)).find(
    (item) => item !== undefined,
  );
  const axis = first ?? paths[0];
  const axes = axis === undefined ? [] : [writeAxis(firstAxis(axis))];
  const wish: SweepWish = { scenario, preset, axes, seeds: 1, number: null };
  return { query, sweep: createSweepStore(lab.engine, wish, nowMs), problems: [], runs: false };
}

/** What teaches most, where a scenario has it. */
const FIRST = ['hops.0.loss.probability', 'hops.0.queue.capacity', 'hops.0.rate'];
