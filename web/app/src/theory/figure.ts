/** A formula's curve and the simulated points, for a plot. */
import { styleOf } from '@ackscope/charts';
import type { SweepFigure } from '@ackscope/charts';
import type { Formula, TheoryPoint } from '@ackscope/engine';
import { leastWindow, unitOf } from './beside.ts';
import type { Curve } from './useCurve.ts';
import type { SimulatedPoint } from './usePoints.ts';

export function theoryFigure(
  formula: Formula,
  { plot, along, here, beside }: Curve,
  simulated: readonly SimulatedPoint[],
  algorithm: string,
): SweepFigure {
  const x = formula.parameters.find(({ name }) => name === plot.x);
  const y = formula.outputs.find(({ name }) => name === plot.y);
  const place = (point: TheoryPoint): number => point.set[plot.x] ?? NaN;
  const value = (point: TheoryPoint): number => point.values[plot.y] ?? NaN;
  const breaks = (at: number): boolean => outside(along[at], least) !== null;
  const least = leastWindow(formula);
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
  const others = beside.map(({ companion, along: points }, at) => ({
    id: companion.formula.id,
    name: companion.formula.name,
    style: { ...styleOf(BESIDE[at] ?? 'sack'), dash: [] },
    points: points.map((point): readonly [number, number] => [place(point), value(point)]),
  }));
  return {
    x: { label: x?.label ?? plot.x, unit: unitOf(x?.unit), log: x?.logarithmic === true },
    // Its axis says the unit of its ticks: “rate, Mbit/s”.
    y: { label: (y?.label ?? plot.y).replace(/ in bit\/s$/, ''), unit: unitOf(y?.unit), log },
    lines: [
      { id: LINE, name: formula.name, style: { ...styleOf('westwood+'), dash: [] }, points: [] },
      { id: SIMULATED, name: 'simulated', style: styleOf(algorithm), points: simulated },
      ...others.map((other) => ({ ...other, points: [] })),
    ],
    marks:
      here === null || !Number.isFinite(value(here)) || (log && value(here) <= 0)
        ? []
        : [{ source: 'paper', line: LINE, x: place(here), y: value(here) }],
    curves: [...others.map(({ id, name, points }) => ({ name, line: id, points })), ...curves],
    outside: rangesOf(along, place, (point) => outside(point, least)),
  };
}

/** Colours of the formulas beside the drawn one: those of algorithms that it is not compared with. */
const BESIDE = ['cubic', 'vegas', 'reno'];

/** Why a formula does not hold at a point; null where it does. */
function outside(point: TheoryPoint | undefined, least: number | null): string | null {
  if (point === undefined) return null;
  if (point.broken.length > 0) return 'a condition does not hold';
  const { window = null } = point.values;
  return least !== null && window !== null && window < least
    ? `window below ${String(least)} segments`
    : null;
}

/** The stretches of the axis with one reason each. */
function rangesOf(
  along: readonly TheoryPoint[],
  place: (point: TheoryPoint) => number,
  why: (point: TheoryPoint) => string | null,
): { from: number; to: number; why: string }[] {
  const ranges: { from: number; to: number; why: string }[] = [];
  along.forEach((point, at) => {
    const reason = why(point);
    const before = along[at - 1];
    const last = ranges.at(-1);
    if (reason === null) return;
    if (before !== undefined && last?.why === reason && last.to === place(before)) last.to = place(point);
    else ranges.push({ from: place(point), to: place(point), why: reason });
  });
  return ranges.filter(({ from, to }) => to > from);
}

const LINE = 'formula';
export const SIMULATED = 'simulated';
