/** Simulated points for a formula: a small sweep, started on request and dropped on a change. */
import { useEffect, useRef, useState } from 'react';
import type { SweepPoint } from '@ackscope/charts';
import { messageOf } from '@ackscope/engine';
import type { Engine, SweepPlan } from '@ackscope/engine';
import { encodeLink, EMPTY_VIEW } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import type { Counterpart, TheoryPlot } from '@ackscope/model/theory';
import { jobsOf } from '../jobs/jobs.ts';
import { runSweep } from '../jobs/runs.ts';
import type { SweepOptions } from '../jobs/runs.ts';

export interface SimulatedPoint extends SweepPoint {
  x: number;
  /** Link to the run in the lab. */
  href: string | null;
}

export interface Points {
  of: TheoryPlot | null;
  state: 'none' | 'running' | 'done' | 'failed';
  done: number;
  total: number;
  problem: string;
  points: readonly SimulatedPoint[];
}

const TOO_LONG = 'These runs take minutes. The theory page does not simulate them.';

const NOTHING: Points = { of: null, state: 'none', done: 0, total: 0, problem: '', points: [] };

export function usePoints(engine: Engine): {
  points: Points;
  simulate: (plot: TheoryPlot, beside: Counterpart) => void;
  stop: () => void;
} {
  const [points, setPoints] = useState<Points>(NOTHING);
  const over = useRef<AbortController | null>(null);
  const close = (): void => over.current?.abort();
  useEffect(() => close, []);
  return {
    points,
    stop() {
      close();
      setPoints(NOTHING);
    },
    simulate(plot, beside) {
      close();
      over.current = new AbortController();
      const { signal } = over.current;
      setPoints({ ...NOTHING, of: plot, state: 'running' });
      let plan: SweepPlan | null = null;
      const found = new Map<number, SimulatedPoint>();
      const change = (part: Partial<Points>): void => {
        if (!signal.aborted) setPoints((before) => ({ ...before, ...part }));
      };
      const options: SweepOptions = {
        signal,
        tooLong: TOO_LONG,
        onPlan(planned) {
          plan = planned;
          change({ total: planned.jobs.length });
        },
        onRun({ job, report }, { done }) {
          const x = beside.x[job.point];
          const measure = report.measures.find(
            ({ metric, source }) => metric === beside.metric && source === 'main',
          );
          if (x === undefined || measure?.mean == null) return;
          const { mean, half_width: half } = measure;
          const y = (value: number): number => beside.toY(value, x);
          found.set(job.point, {
            x,
            mean: y(mean),
            interval: half === null ? null : [y(mean - half), y(mean + half)],
            href: hrefOf(plan, job.point),
          });
          change({ done, points: [...found.values()].sort((a, b) => a.x - b.x) });
        },
      };
      jobsOf(engine)
        .turn('shown', signal, () => runSweep(engine, beside.request, options))
        .then(
          () => change({ state: 'done' }),
          (thrown: unknown) => change({ state: 'failed', problem: messageOf(thrown) }),
        );
    },
  };
}

function hrefOf(plan: SweepPlan | null, point: number): string | null {
  const scenario = plan?.points[point]?.scenario;
  if (scenario === undefined) return null;
  return `#${encodeLink({ scenario: scenario as JsonObject, preset: null, view: EMPTY_VIEW })}`;
}
