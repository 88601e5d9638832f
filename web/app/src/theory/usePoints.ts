/** Simulated points for a formula: a small sweep, started on request and dropped on a change. */
import { useEffect, useRef, useState } from 'react';
import type { SweepPoint } from '@ackscope/charts';
import type { Engine, SweepHandle, SweepPlan } from '@ackscope/engine';
import { costGate, costOfSweep, encodeLink, EMPTY_VIEW } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import type { Counterpart, TheoryPlot } from '@ackscope/model/theory';

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
  const handle = useRef<SweepHandle | null>(null);
  const close = (): void => {
    handle.current?.close();
    handle.current = null;
  };
  useEffect(() => close, []);
  return {
    points,
    stop() {
      close();
      setPoints(NOTHING);
    },
    simulate(plot, beside) {
      close();
      setPoints({ ...NOTHING, of: plot, state: 'running' });
      let plan: SweepPlan | null = null;
      const found = new Map<number, SimulatedPoint>();
      handle.current = engine.sweep(beside.request, {
        onPlan(planned, begin, atOnce) {
          plan = planned;
          const judgement = costGate().judge(costOfSweep(planned, atOnce));
          if (judgement !== 'run') {
            close();
            const problem = judgement === 'ask' ? TOO_LONG : judgement.message;
            setPoints((before) => ({ ...before, state: 'failed', problem }));
            return;
          }
          begin();
          setPoints((before) => ({ ...before, total: planned.jobs.length }));
        },
        onRun({ job, report }, progress) {
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
          setPoints((before) => ({
            ...before,
            done: progress.done,
            points: [...found.values()].sort((a, b) => a.x - b.x),
          }));
        },
        onDone() {
          setPoints((before) => ({ ...before, state: 'done' }));
        },
        onError(error) {
          setPoints((before) => ({ ...before, state: 'failed', problem: error.message }));
        },
      });
    },
  };
}

function hrefOf(plan: SweepPlan | null, point: number): string | null {
  const scenario = plan?.points[point]?.scenario;
  if (scenario === undefined) return null;
  return `#${encodeLink({ scenario: scenario as JsonObject, preset: null, view: EMPTY_VIEW })}`;
}
