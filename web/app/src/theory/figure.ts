/** A formula's curve and the simulated points, for a plot. */
import { knownUnit, styleOf } from '@ackscope/charts';
import type { SweepFigure, Unit } from '@ackscope/charts';
import type { Formula, TheoryPoint } from '@ackscope/engine';
import type { TheoryPlot } from '@ackscope/model/theory';
import type { SimulatedPoint } from './usePoints.ts';

export function theoryFigure(
  formula: Formula,
  plot: TheoryPlot,
  along: readonly TheoryPoint[],
  here: TheoryPoint | null,
  simulated: readonly SimulatedPoint[],
  algorithm: string,
): SweepFigure {
  const x = formula.parameters.find(({ name }) => name === plot.x);
  const y = formula.outputs.find(({ name }) => name === plot.y);
  const place = (point: TheoryPoint): number => point.set[plot.x] ?? NaN;
  const value = (point: TheoryPoint): number => point.values[plot.y] ?? NaN;
  const breaks = (at: number): boolean => (along[at]?.broken.length ?? 0) > 0;
  const part = (shown: (at: number) => boolean): (readonly [number, number])[] =>
    along.map((point, at) => [place(point), shown(at) ? value(point) : NaN]);
  const values = along.map(value).filter((item) => Number.isFinite(item) && item > 0);
  const log = x?.logarithmic === true && Math.max(...values) > 30 * Math.min(...values);
  const curves: SweepFigure['curves'] = [
    { name: formula.name, line: LINE, points: part((at) => !breaks(at)), solid: true },
    // Extended by one point on each side, so that the two parts meet.
    {
      name: 'where it does not hold',
      line: null,
      points: part((at) => breaks(at) || breaks(at - 1) || breaks(at + 1)),
    },
  ];
  return {
    x: { label: x?.label ?? plot.x, unit: unitOf(x?.unit), log: x?.logarithmic === true },
    // Its axis says the unit of its ticks: “rate, Mbit/s”.
    y: { label: (y?.label ?? plot.y).replace(/ in bit\/s$/, ''), unit: unitOf(y?.unit), log },
    lines: [
      { id: LINE, name: formula.name, style: { ...styleOf('westwood+'), dash: [] }, points: [] },
      { id: SIMULATED, name: 'simulated', style: styleOf(algorithm), points: simulated },
    ],
    marks:
      here === null || !Number.isFinite(value(here)) || (log && value(here) <= 0)
        ? []
        : [{ source: 'paper', line: LINE, x: place(here), y: value(here) }],
    curves,
  };
}

const LINE = 'formula';
export const SIMULATED = 'simulated';

export function unitOf(unit: string | undefined): Unit {
  return unit === 'bit/s' ? 'bps' : knownUnit(unit ?? '');
}
