/** A formula along an axis, computed by the engine. The last answer stays until the next one. */
import { messageOf } from '@ackscope/engine';
import { useEffect, useState } from 'react';
import type { Engine, Formula, TheoryPoint } from '@ackscope/engine';
import { samplesOf } from '@ackscope/model/theory';
import type { TheoryPlot } from '@ackscope/model/theory';

export interface Curve {
  plot: TheoryPlot;
  along: readonly TheoryPoint[];
  /** At the chosen values. */
  here: TheoryPoint | null;
}

export interface CurveState {
  curve: Curve | null;
  problem: string | null;
}

export function useCurve(engine: Engine, formula: Formula, plot: TheoryPlot): CurveState {
  const [state, setState] = useState<CurveState>({ curve: null, problem: null });
  useEffect(() => {
    let left = false;
    const parameter = formula.parameters.find(({ name }) => name === plot.x);
    if (parameter === undefined) return;
    const along = engine.ask('theory', formula.id, { ...plot.values, [plot.x]: samplesOf(parameter) });
    const here = engine.ask('theory', formula.id, plot.values);
    Promise.all([along, here]).then(
      ([table, point]) => {
        if (!left)
          setState({ curve: { plot, along: table.points, here: point.points[0] ?? null }, problem: null });
      },
      (error: unknown) => {
        if (!left)
          setState((before) => ({
            ...before,
            problem: messageOf(error),
          }));
      },
    );
    return () => {
      left = true;
    };
  }, [engine, formula, plot]);
  return state;
}
