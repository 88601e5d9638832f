/** A formula along an axis, computed by the engine. The last answer stays until the next one. */
import { messageOf } from '@ackscope/engine';
import { useEffect, useState } from 'react';
import type { Engine, Formula, TheoryPoint } from '@ackscope/engine';
import { FORMULAS } from '@ackscope/engine/formulas';
import { samplesOf } from '@ackscope/model/theory';
import type { TheoryPlot } from '@ackscope/model/theory';
import { companionsOf } from './beside.ts';
import type { Companion } from './beside.ts';

export interface Curve {
  plot: TheoryPlot;
  along: readonly TheoryPoint[];
  /** At the chosen values. */
  here: TheoryPoint | null;
  /** Other formulas of the same quantity, along the same axis. */
  beside: readonly { companion: Companion; along: readonly TheoryPoint[] }[];
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
    const others = companionsOf(plot, FORMULAS).map(async (companion) => {
      const { id } = companion.formula;
      const values = { ...companion.plot.values, [plot.x]: samplesOf(parameter) };
      return { companion, along: (await engine.ask('theory', id, values)).points };
    });
    Promise.all([along, here, Promise.all(others)]).then(
      ([table, point, beside]) => {
        if (!left)
          setState({
            curve: { plot, along: table.points, here: point.points[0] ?? null, beside },
            problem: null,
          });
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
