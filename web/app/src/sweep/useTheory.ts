/** Closed forms along a sweep's axis, computed by the engine. */
import { useEffect, useMemo, useState } from 'react';
import type { SweepCurve } from '@ackscope/charts';
import type { Engine, SweepPlan } from '@ackscope/engine';
import type { Json } from '@ackscope/model';
import { theoryCurves } from '@ackscope/model/sweepTheory';
import type { TheoryCurve } from '@ackscope/model/sweepTheory';
import { FIGURE_NUMBER } from '@ackscope/model/sweep';
import type { SweepNumber, SweepSetup } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { readAxis } from './axis.ts';

export interface TheoryWanted {
  ran: SweepSetup;
  plan: SweepPlan;
  number: SweepNumber;
  figure: SweptFigure | null;
}

const NONE: readonly SweepCurve[] = [];

export function useTheory(
  engine: Engine,
  { ran, plan, number, figure }: TheoryWanted,
  nameOf: (formula: string) => string,
): readonly SweepCurve[] {
  const wanted = useMemo(
    () => wantedCurves({ ran, plan, number, figure }),
    // `number` is a new object at every rendering; its key identifies it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [ran, plan, number.key, figure],
  );
  const [found, setFound] = useState<{ of: readonly TheoryCurve[]; curves: readonly SweepCurve[] }>();
  useEffect(() => {
    let left = false;
    void Promise.allSettled(
      wanted.map(async (curve): Promise<SweepCurve> => {
        const { points } = await engine.ask('theory', curve.formula, curve.sets);
        return { name: nameOf(curve.formula), line: curve.lane, points: along(curve, points) };
      }),
    ).then((settled) => {
      const curves = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      if (!left) setFound({ of: wanted, curves });
    });
    return () => {
      left = true;
    };
  }, [engine, wanted, nameOf]);
  return found?.of === wanted ? found.curves : NONE;
}

/** Limited to the link's rate: a higher value is no rate. */
function along(
  { x, output, factor, most }: TheoryCurve,
  points: readonly { values: Record<string, number | null> }[],
): SweepCurve['points'] {
  return x.map((place, at) => {
    const y = (points[at]?.values[output] ?? NaN) * (factor[at] ?? NaN);
    return [place, y <= most ? y : NaN];
  });
}

function wantedCurves({ ran, plan, number, figure }: TheoryWanted): TheoryCurve[] {
  const lanes = plan.points[0]?.lanes ?? [];
  const isOwn = number.key === FIGURE_NUMBER.key && figure !== null;
  const [axis] = ran.axes;
  const path = figure === null ? (axis === undefined ? null : readAxis(axis).path) : singlePath(plan);
  if (path === null || ran.axes.length > 1) return [];
  const values = plan.points.map(({ set }) => set[path] as Json);
  const [from, to] = [values[0], values[values.length - 1]];
  if (from === undefined || to === undefined) return [];
  return theoryCurves({
    scenario: ran.scenario,
    path,
    from,
    to,
    log: figure === null ? (readAxis(axis ?? '').range?.log ?? false) : figure.panel.log_x,
    lanes,
    metric: isOwn ? (figure.metric.number ?? '') : number.metric,
    source: isOwn ? (figure.metric.of[0] ?? '') : number.source,
  });
}

/** The only path that a figure's points change; null if there are several. */
function singlePath({ points }: SweepPlan): string | null {
  const paths = new Set(points.flatMap(({ set }) => Object.keys(set)));
  const [path] = paths;
  return paths.size === 1 && path !== undefined ? path : null;
}
