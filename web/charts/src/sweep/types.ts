/** A figure over a swept quantity: what was measured, and what others say. */
import type { Unit } from '../format.ts';
import type { SeriesStyle } from '../palette.ts';

/** A number of the axis, or the name of a category. */
export type SweepX = number | string;

export interface SweepPoint {
  x: SweepX;
  mean: number;
  /** The 95 % interval, or the range of few repetitions; null if there is only one. */
  interval: readonly [low: number, high: number] | null;
  /** Repetitions are still to come. */
  isPartial?: boolean;
}

export interface SweepLine {
  id: string;
  name: string;
  style: SeriesStyle;
  points: readonly SweepPoint[];
}

/** Where a number beside ours comes from. */
export type MarkSource = 'paper' | 'ns2' | 'kernel';

export interface SweepMark {
  source: MarkSource;
  /** The line it belongs to. */
  line: string;
  x: SweepX;
  y: number;
}

/** A closed form, drawn through. */
export interface SweepCurve {
  name: string;
  /** The line whose colour it takes; quiet if it belongs to none. */
  line: string | null;
  points: readonly (readonly [x: number, y: number])[];
  /** What the figure is about, and not what accompanies it. */
  solid?: boolean;
}

export interface SweepAxis {
  label: string;
  unit: Unit;
  log: boolean;
}

export interface SweepFigure {
  x: SweepAxis;
  y: SweepAxis;
  lines: readonly SweepLine[];
  marks: readonly SweepMark[];
  curves: readonly SweepCurve[];
}
