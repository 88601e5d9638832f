/** What a sweep found, as a plot wants it: names, units, looks and intervals. */
import { laneStyles } from '@ackscope/charts';
import type { SweepFigure, SweepLine, SweepPoint, Unit } from '@ackscope/charts';
import type { PlannedPoint, SweepLane, SweepPlan } from '@ackscope/engine';
import type { Json } from '@ackscope/model';
import { cellKey, measureOf } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState } from '@ackscope/model/sweep';
import { placesOf, readAxis } from './axis.ts';
import { metricWords } from './words.ts';

export interface Axis {
  path: string;
  label: string;
  log: boolean;
  unit: Unit;
  /** Its places, each with the value as it is written. */
  x: readonly (number | string)[];
  values: readonly string[];
}

/** The axes of a plan, with every value that its points take. */
export function axesOf(plan: SweepPlan, axes: readonly string[], labelOf: (path: string) => string): Axis[] {
  return axes.map((text) => {
    const { path, range } = readAxis(text);
    const values = new Map<string, Json | undefined>();
    for (const point of plan.points) values.set(JSON.stringify(point.set[path]), point.set[path] as Json);
    const { x, unit, note } = placesOf([...values.values()]);
    const label = note === '' ? labelOf(path) : `${labelOf(path)}, ${note}`;
    return { path, label, log: range?.log ?? false, unit, x, values: [...values.keys()] };
  });
}

/** Where a point stands on an axis. */
export function placeAt(axis: Axis, point: PlannedPoint): number {
  return axis.values.indexOf(JSON.stringify(point.set[axis.path]));
}

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

/** Lanes as lines over the one axis. */
export function lineFigure(
  plan: SweepPlan,
  axis: Axis,
  cells: SweepState['cells'],
  number: SweepNumber,
  nameOf: (lane: SweepLane) => string,
): SweepFigure {
  const { name, unit } = metricWords(number.metric);
  const lines = lanesOf(plan).map((lane, at): SweepLine => {
    const points = plan.points.flatMap((point, index): SweepPoint[] => {
      const measure = measureOf(cells.get(cellKey(index, at)), number);
      const x = axis.x[placeAt(axis, point)];
      if (measure?.mean == null || x === undefined) return [];
      const { mean, half_width: half } = measure;
      return [{ x, mean, interval: half === null ? null : [mean - half, mean + half] }];
    });
    if (points.every((point) => typeof point.x === 'number'))
      points.sort((a, b) => Number(a.x) - Number(b.x));
    return { id: lane.label, name: nameOf(lane), style: lane.style, points };
  });
  return {
    x: { label: axis.label, unit: axis.unit, log: axis.log },
    y: { label: `${name} of ${number.source}`, unit, log: false },
    lines,
    marks: [],
    curves: [],
  };
}
