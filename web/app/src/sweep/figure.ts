/** A sweep's results for a plot: names, units, styles and intervals. */
import { estimate, knownUnit, laneStyles } from '@ackscope/charts';
import type { SweepFigure, SweepLine, SweepMark, SweepPoint, Unit } from '@ackscope/charts';
import type { PlannedPoint, SweepLane, SweepPlan } from '@ackscope/engine';
import { isObject } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { cellKey, FIGURE_NUMBER, measureOf } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState, Upwards } from '@ackscope/model/sweep';
import type { SweptFigure } from '@ackscope/model/sweepFigure';
import { axisPositionsOf, readAxis } from './axis.ts';
import { metricWords, placeWords } from './sweepTexts.ts';

export interface Axis {
  label: string;
  log: boolean;
  unit: Unit;
  /** Its positions, and the position of each point. */
  x: readonly (number | string)[];
  positionOf: (point: PlannedPoint) => number;
}

/** The axes of a plan, with all values that its points have. */
export function axesOf(plan: SweepPlan, axes: readonly string[], labelOf: (path: string) => string): Axis[] {
  return axes.map((text) => {
    const { path, range } = readAxis(text);
    const values = new Map<string, Json | undefined>();
    for (const point of plan.points) values.set(JSON.stringify(point.set[path]), point.set[path] as Json);
    const { x, unit, note } = axisPositionsOf([...values.values()]);
    const label = note === '' ? labelOf(path) : `${labelOf(path)}, ${note}`;
    const names = [...values.keys()];
    const positionOf = (point: PlannedPoint): number => names.indexOf(JSON.stringify(point.set[path]));
    return { label, log: range?.log ?? false, unit, x, positionOf };
  });
}

/** The axis of a paper's figure, whose points may change several paths at once. */
export function figureAxis(figure: SweptFigure): Axis {
  return {
    label: figure.panel.x.replaceAll('_', ' '),
    log: figure.panel.log_x,
    unit: knownUnit(figure.unit),
    x: figure.points.map(({ x }) => x),
    positionOf: (point) => figure.positionOf(point.set as JsonObject),
  };
}

/** The scenarios of a plan's points. */
export const scenariosOf = ({ points }: SweepPlan): JsonObject[] =>
  points.map(({ scenario }) => scenario).filter((scenario) => isObject(scenario as Json)) as JsonObject[];

export interface LaneLook extends SweepLane {
  style: SweepLine['style'];
}

export function lanesOf(plan: SweepPlan): LaneLook[] {
  const lanes = plan.points[0]?.lanes ?? [];
  const looks = laneStyles(lanes.map(({ algorithm }) => algorithm));
  return lanes.flatMap((lane, at) => {
    const style = looks[at];
    return style === undefined ? [] : [{ ...lane, style }];
  });
}

export interface SweptValue {
  mean: number;
  halfWidth: number | null;
  /** Number of seeds. */
  count: number;
}

/** A number of a lane at a point, with half its 95 % interval; null if it is not measured. */
export function valueAt(
  { cells, figureValues }: Pick<SweepState, 'cells' | 'figureValues'>,
  number: SweepNumber,
  point: number,
  lane: number,
): SweptValue | null {
  const key = cellKey(point, lane);
  if (number.key === FIGURE_NUMBER.key) {
    const values = figureValues.get(key);
    if (values === undefined) return null;
    const { mean, interval } = estimate(values);
    return { mean, halfWidth: interval === null ? null : interval[1] - mean, count: values.length };
  }
  const measure = measureOf(cells.get(key), number);
  return measure?.mean == null
    ? null
    : { mean: measure.mean, halfWidth: measure.half_width, count: measure.count };
}

/** Name, unit and label of a number. */
export function numberWords(
  number: SweepNumber,
  figure: SweptFigure | null,
  scenario: JsonObject | null = null,
): { name: string; unit: Unit; label: string } {
  if (number.key === FIGURE_NUMBER.key && figure !== null) {
    const { about, unit } = figure.metric;
    return { name: about, unit: knownUnit(unit), label: about };
  }
  const { name, unit } = metricWords(number.metric);
  return { name, unit, label: `${name} of ${placeWords(number, false, scenario)}` };
}

/** Lanes as lines over one axis, with the published values of the figure. */
export function lineFigure(
  plan: SweepPlan,
  axis: Axis,
  state: Pick<SweepState, 'cells' | 'figureValues'>,
  number: SweepNumber,
  figure: SweptFigure | null,
  nameOf: (lane: SweepLane) => string,
  upwards: Upwards | null = null,
): SweepFigure {
  const { unit, label } = numberWords(number, figure, scenariosOf(plan)[0]);
  const lanes = lanesOf(plan);
  const lines = lanes.map((lane, at): SweepLine => {
    const points = plan.points.flatMap((point, index): SweepPoint[] => {
      const value = valueAt(state, number, index, at);
      const x = axis.x[axis.positionOf(point)];
      if (value === null || x === undefined) return [];
      const { mean, halfWidth: half, count } = value;
      // With few seeds an interval may reach below zero; a quantity that cannot be negative is cut
      // there.
      const low = half === null ? mean : Math.max(mean - half, Math.min(0, mean));
      const isPartial = count < plan.seeds.length;
      return [{ x, mean, interval: half === null ? null : [low, mean + half], isPartial }];
    });
    if (points.every((point) => typeof point.x === 'number'))
      points.sort((a, b) => Number(a.x) - Number(b.x));
    return { id: lane.label, name: nameOf(lane), style: lane.style, points };
  });
  const isOwn = figure !== null && number.key === FIGURE_NUMBER.key;
  const isLog = upwards === null ? spansDecades(lines, unit) : upwards === 'log';
  return {
    x: { label: axis.label, unit: axis.unit, log: axis.log, at: axis.x.filter((x) => typeof x === 'number') },
    y: { label, unit, log: isLog },
    lines,
    marks: isOwn ? marksOf(figure, lanes) : [],
    curves: [],
  };
}

/** From this ratio of the highest to the lowest mean on, the scale is logarithmic. */
const DECADES = 30;

/** Whether a quantity spans decades. A share never does: its distance from 1 matters. */
function spansDecades(lines: readonly SweepLine[], unit: Unit): boolean {
  const means = lines.flatMap(({ points }) => points.map(({ mean }) => mean));
  return unit !== 'ratio' && Math.min(...means) > 0 && Math.max(...means) >= DECADES * Math.min(...means);
}

function marksOf(figure: SweptFigure, lanes: readonly LaneLook[]): SweepMark[] {
  return figure
    .marks(lanes.map(({ label }) => label))
    .map(({ source, lane, x, y }) => ({ source, line: lane, x, y }));
}
