/** The scales of a sweep's figure: linear or logarithmic; along x also named places. */
import { scaleLinear, scaleLog, scalePoint } from 'd3-scale';
import { formatNumber, scaleFor, superscript } from '../format.ts';
import type { Tick } from '../frame/ticks.ts';
import type { SweepAxis, SweepFigure, SweepX } from './types.ts';

export interface SweepScale {
  position: (value: SweepX) => number;
  ticks: Tick[];
  /** Unit of the numbers at the ticks. */
  unit: string;
  /** The places have names: lines are then drawn side by side in each place. */
  isNamed: boolean;
}

function everyX(figure: SweepFigure): SweepX[] {
  return [
    ...figure.lines.flatMap((line) => line.points.map((point) => point.x)),
    ...figure.marks.map((mark) => mark.x),
  ];
}

/** A logarithmic axis follows intervals at most this factor below the lowest mean. */
const MAX_BELOW = 2;

function everyY(figure: SweepFigure): number[] {
  const points = figure.lines.flatMap((line) => line.points);
  const floor = figure.y.log
    ? Math.min(...points.map(({ mean }) => mean).filter((mean) => mean > 0)) / MAX_BELOW
    : -Infinity;
  const ours = points.flatMap(({ mean, interval }) =>
    interval === null ? [mean] : [mean, Math.max(interval[0], floor), interval[1]],
  );
  const curves = figure.curves.flatMap((curve) => curve.points.map(([, y]) => y));
  return [...ours, ...figure.marks.map((mark) => mark.y), ...curves].filter(Number.isFinite);
}

export function xScale(figure: SweepFigure, width: number): SweepScale {
  const values = everyX(figure);
  if (values.some((value) => typeof value === 'string')) {
    const names = [...new Set(values.map(String))];
    const scale = scalePoint<string>(names, [0, width]).padding(0.5);
    return {
      position: (value) => scale(String(value)) ?? 0,
      ticks: names.map((name, at) => ({ value: at, position: scale(name) ?? 0, text: name })),
      unit: '',
      isNamed: true,
    };
  }
  const numbers = values.map(Number).concat(figure.curves.flatMap((curve) => curve.points.map(([x]) => x)));
  const domain = extent(numbers, figure.x.log);
  const scale = numeric(figure.x, domain, [0, width], Math.max(2, Math.floor(width / 70)));
  return { ...scale, ticks: measuredTicks(figure.x, scale, domain) ?? scale.ticks };
}

/** Ticks at the measured places; null if their texts have no room side by side. */
function measuredTicks(axis: SweepAxis, scale: SweepScale, domain: [number, number]): Tick[] | null {
  const { factor } = scaleFor(Math.max(Math.abs(domain[0]), Math.abs(domain[1])), axis.unit);
  const ticks = [...new Set(axis.at ?? [])]
    .toSorted((a, b) => a - b)
    .map((value) => ({
      value,
      position: scale.position(value),
      text: formatNumber(value / factor, 3),
    }));
  const isTight = ticks.some(
    ({ position }, at) => at > 0 && position - (ticks[at - 1]?.position ?? 0) < PLACE_ROOM,
  );
  return ticks.length < 2 || isTight ? null : ticks;
}

/** The smallest distance of two measured places with their own ticks, in pixels. */
const PLACE_ROOM = 44;
/** The smallest average distance of two vertical ticks, in pixels, and the most of them. */
const [TICK_ROOM, MOST_TICKS] = [48, 8];

/** A linear axis includes zero: otherwise a difference of one per cent would look like a cliff. */
export function yScale(figure: SweepFigure, height: number): SweepScale {
  const [low, high] = extent(everyY(figure), figure.y.log);
  const domain: [number, number] = figure.y.log
    ? [low / 1.2, high * 1.2]
    : [Math.min(0, low), high * 1.06 || 1];
  return numeric(
    figure.y,
    domain,
    [height, 0],
    Math.min(MOST_TICKS, Math.max(2, Math.floor(height / TICK_ROOM))),
  );
}

function extent(values: readonly number[], log: boolean): [number, number] {
  const usable = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  if (usable.length === 0) return log ? [1, 10] : [0, 1];
  const low = Math.min(...usable);
  const high = Math.max(...usable);
  if (low < high) return [low, high];
  return log ? [low / 2, high * 2] : [low - 1, high + 1];
}

function numeric(
  axis: SweepAxis,
  domain: [number, number],
  range: [number, number],
  count: number,
): SweepScale {
  const { factor, unit } = scaleFor(Math.max(Math.abs(domain[0]), Math.abs(domain[1])), axis.unit);
  const shown: [number, number] = [domain[0] / factor, domain[1] / factor];
  if (axis.log) {
    const scale = scaleLog(shown, range).clamp(true);
    // 1, 2 and 5 of each decade if there is room; else the powers of ten, if there are at least
    // two.
    const fine = ticks125(shown[0], shown[1]);
    const decades = fine.filter((value) => isPower(value));
    // No 2 and 5 below `MIN_PLAIN`: 2 × 10⁻⁷ beside 0.00001 is hard to read.
    const isPlain = fine.every((value) => value >= MIN_PLAIN);
    const values =
      fine.length >= 2 && fine.length <= Math.max(4, count) && (isPlain || decades.length < 2)
        ? fine
        : decades.length >= 2
          ? decades
          : scale.ticks(count);
    const isPowers = values.length > MANY && values.every(isPower);
    return {
      position: (value) => scale(Number(value) / factor),
      ticks: values.map((value) => ({
        value: value * factor,
        position: scale(value),
        text: powerText(value, isPowers),
      })),
      unit,
      isNamed: false,
    };
  }
  const scale = scaleLinear(shown, range);
  const format = scale.tickFormat(count, '~f');
  return {
    position: (value) => scale(Number(value) / factor),
    ticks: scale
      .ticks(count)
      .map((value) => ({ value: value * factor, position: scale(value), text: format(value) })),
    unit,
    isNamed: false,
  };
}

/** 1, 2 and 5 times powers of ten. */
export function ticks125(low: number, high: number): number[] {
  const all = scaleLog([low, high], [0, 1]).ticks();
  return all.filter((value) => [1, 2, 5].some((digit) => isPower(value / digit)));
}

/** A smaller number is written with a power of ten. */
const MIN_PLAIN = 1e-5;

function isPower(value: number): boolean {
  const exponent = Math.log10(value);
  return Math.abs(exponent - Math.round(exponent)) < 1e-9;
}

/** Above this number of powers all are written as powers: 10⁻⁴, 10⁻³, 10⁻², not 10⁻³, 0.01. */
const MANY = 4;

function powerText(value: number, isPowers: boolean): string {
  const exponent = Math.round(Math.log10(value));
  if (!isPowers || !isPower(value) || exponent === 0 || exponent === 1) return formatNumber(value, 3);
  return `10${superscript(exponent)}`;
}
