/** A figure over a swept quantity: our results and published ones. */
import type { Unit } from '../format.ts';
import type { SeriesStyle } from '../palette.ts';

/** A number of the axis, or the name of a category. */
export type SweepX = number | string;

export interface SweepPoint {
  x: SweepX;
  mean: number;
  /** The 95 % interval of the mean; null for a single repetition. */
  interval: readonly [low: number, high: number] | null;
  /** Not all repetitions are done. */
  isPartial?: boolean;
}

export interface SweepLine {
  id: string;
  name: string;
  style: SeriesStyle;
  points: readonly SweepPoint[];
}

/** The source of a published number. */
export type MarkSource = 'paper' | 'ns2' | 'kernel';

export interface SweepMark {
  source: MarkSource;
  /** The line it belongs to. */
  line: string;
  x: SweepX;
  y: number;
}

/** A closed form, drawn as a curve. */
export interface SweepCurve {
  name: string;
  /** The line whose colour it has; neutral if null. */
  line: string | null;
  points: readonly (readonly [x: number, y: number])[];
  /** The curve is the subject of the figure, not a companion. */
  solid?: boolean;
}

export interface SweepAxis {
  label: string;
  unit: Unit;
  log: boolean;
  /** Along x: the places that were measured. They have the ticks, if there is room for their texts. */
  at?: readonly number[];
}

export interface SweepFigure {
  x: SweepAxis;
  y: SweepAxis;
  lines: readonly SweepLine[];
  marks: readonly SweepMark[];
  curves: readonly SweepCurve[];
  /** Where the subject of the figure does not hold: stretches of a numeric axis along x. */
  outside?: readonly { from: number; to: number; why: string }[];
}
