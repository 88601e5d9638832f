/** The sweep of an address: starts at once if the address has axes; stops on leaving. */
import { use, useEffect, useMemo, useState } from 'react';
import type { JsonObject } from '@ackscope/model';
import { createSweepStore, readSweep, sameRuns } from '@ackscope/model/sweep';
import type { SweepState, SweepStore, SweepSetup } from '@ackscope/model/sweep';
import type * as SweepFigures from '@ackscope/model/sweepFigure';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { shownTurn } from '../jobs/jobs.ts';
import { useLab } from '../lab/context.ts';
import type { Lab } from '../lab/context.ts';
import { firstAxis, writeAxis } from './axis.ts';
import { sweepPaths } from './paths.ts';
import type { SweepPath } from './paths.ts';
import { useSweep } from './useSweep.ts';

export interface OpenedSweep {
  sweep: SweepStore;
  state: SweepState;
  paths: readonly SweepPath[];
  problems: readonly string[];
  /** The figure in the address, even if the form no longer uses it. */
  figure: SweptFigure | null;
}

type Figures = typeof SweepFigures;
let figuresModule: Promise<Figures> | null = null;

/** The figures' data are large: only an address with a figure waits for them. */
function useFigures(query: string): Figures | null {
  if (!new URLSearchParams(query).has('figure')) return null;
  figuresModule ??= import('@ackscope/model/sweepFigure');
  // `use` is not an ordinary hook: it may be called conditionally.
  return use(figuresModule);
}

export function useOpenedSweep(query: string): OpenedSweep {
  const lab = useLab();
  const figures = useFigures(query);
  // The page changes its own address with `replaceState`, which does not re-render. So a different
  // query comes from a link.
  const [opened, setOpened] = useState(() => open(lab, query, figures));
  if (query !== opened.query) setOpened(open(lab, query, figures));
  const { sweep, problems, figure, runs } = opened;
  const state = useSweep(sweep);
  const defaults = lab.catalogue.scenario_defaults as JsonObject;
  const paths = useMemo(() => sweepPaths(state.setup.scenario, defaults), [state.setup.scenario, defaults]);
  useEffect(() => {
    if (runs) sweep.start();
    return () => sweep.leave();
  }, [sweep, runs]);
  // A changed setup runs by itself, after a pause.
  const { setup } = state;
  useEffect(() => {
    const { ran } = sweep.getState();
    if (ran === null ? setup.axes.length === 0 : sameRuns(ran, setup)) return;
    const timer = setTimeout(() => sweep.start(), RESTS_MS);
    return () => clearTimeout(timer);
  }, [sweep, setup]);
  return { sweep, state, paths, problems, figure };
}

interface Opened {
  query: string;
  sweep: SweepStore;
  problems: readonly string[];
  figure: SweptFigure | null;
  runs: boolean;
}

/** The pause between the last change and the run. */
const RESTS_MS = 500;

const nowMs = (): number => performance.now();

/** A link's sweep runs at once; without a link the lab's scenario is swept over a default axis. */
function open(lab: Lab, query: string, figures: Figures | null): Opened {
  if (query === '') {
    const sweep = createSweepStore(lab.engine, firstSetup(lab), nowMs, null, shownTurn(lab.engine));
    return { query, sweep, problems: [], figure: null, runs: true };
  }
  const { setup: read, problems } = readSweep(query);
  const figure = read.figure === null ? null : (figures?.sweptFigure(read.figure) ?? null);
  const unknown = read.figure !== null && figure === null;
  const setup = unknown ? { ...read, figure: null } : read;
  return {
    query,
    sweep: createSweepStore(lab.engine, setup, nowMs, figure, shownTurn(lab.engine)),
    problems: unknown ? [...problems, `There is no figure “${read.figure ?? ''}”.`] : problems,
    figure,
    runs: setup.axes.length > 0 || figure !== null,
  };
}

function firstSetup(lab: Lab): SweepSetup {
  const { wanted: scenario, preset } = lab.store.getState().scenario;
  const paths = sweepPaths(scenario, lab.catalogue.scenario_defaults as JsonObject);
  const first = FIRST.map((path) => paths.find((item) => item.path === path)).find(
    (item) => item !== undefined,
  );
  const axis = first ?? paths[0];
  const axes = axis === undefined ? [] : [writeAxis(firstAxis(axis))];
  return { scenario, preset, axes, seeds: FIRST_SEEDS, number: null, figure: null, upwards: null };
}

/** The default axis: the first of these paths that the scenario has. */
const FIRST_SEEDS = 3;
const FIRST = ['hops.0.loss.probability', 'hops.0.queue.capacity', 'hops.0.rate'];
