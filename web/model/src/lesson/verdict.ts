/**
 * What a drawn curve and the run's have in common, in one of a few words: their twelve means are compared,
 * the same that a code holds. docs/adding-a-lesson.md states the rule.
 */

/** A curve is compared, handed in and moved by keys in so many equal parts. */
export const MEANS = 12;

/** Of the axis: nearer than this on average is close. */
const CLOSE = 0.08;
/** The shape is right from this correlation on; a shifted curve needs more. */
const SHAPE = 0.8;
const SHIFTED = 0.85;
/** The rest of a curve runs the other way below this correlation. */
const OPPOSITE = -0.3;
/** Shifts that are tried, in parts. */
const SHIFTS = [1, 2, 3];

export type CurveVerdict =
  | { kind: 'close'; gap: number }
  | { kind: 'high' | 'low' | 'early' | 'late'; gap: number; by: number }
  | {
      kind: 'until';
      gap: number;
      /** Parts from the left that are close. */
      parts: number;
      /** What it does then; `mixed`: a part of it is too high, another one too low. */
      then: 'opposite' | 'high' | 'low' | 'mixed';
      /** How far it is off then, on average. */
      by: number;
    };

/** The means of `MEANS` equal parts. A part without a value has that of the nearest value drawn. */
export function meansOf(values: readonly (number | null)[]): number[] {
  const drawn = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  return Array.from({ length: MEANS }, (_, part) => {
    const [from, to] = [part, part + 1].map((edge) => (edge * values.length) / MEANS) as [number, number];
    const inside = drawn.filter(({ at }) => at >= Math.floor(from) && at < to);
    if (inside.length > 0) return inside.reduce((sum, { value }) => sum + value, 0) / inside.length;
    const middle = (from + to) / 2;
    const nearest = drawn.toSorted((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))[0];
    return nearest?.value ?? 0;
  });
}

/** `axis` is the height of the chart. `by` of a shift is in parts, of a height in the curve's unit. */
export function verdictOf(drawn: readonly number[], run: readonly number[], axis: number): CurveVerdict {
  const offs = drawn.map((value, at) => value - (run[at] ?? 0));
  const gap = offs.reduce((sum, off) => sum + Math.abs(off), 0) / offs.length;
  if (gap <= CLOSE * axis) return { kind: 'close', gap };
  const same = correlation(drawn, run);
  const shifts = SHIFTS.flatMap((by) => [
    { kind: 'late' as const, by, r: correlation(drawn.slice(by), run.slice(0, -by)) },
    { kind: 'early' as const, by, r: correlation(drawn.slice(0, -by), run.slice(by)) },
  ]);
  const best = shifts.reduce((a, b) => (b.r > a.r ? b : a));
  if (best.r >= SHIFTED && best.r > same + 0.05) return { kind: best.kind, gap, by: best.by };
  if (same >= SHAPE) {
    const by = offs.reduce((sum, off) => sum + off, 0) / offs.length;
    return { kind: by > 0 ? 'high' : 'low', gap, by: Math.abs(by) };
  }
  const first = offs.findIndex((off) => Math.abs(off) > CLOSE * axis);
  const parts = first < 0 ? MEANS : first;
  const [restDrawn, restRun] = [drawn.slice(parts), run.slice(parts)];
  const rest = offs.slice(parts);
  const by = rest.reduce((sum, off) => sum + Math.abs(off), 0) / Math.max(1, rest.length);
  const isOpposite = restDrawn.length > 2 && correlation(restDrawn, restRun) < OPPOSITE;
  const isHigh = rest.some((off) => off > CLOSE * axis);
  const isLow = rest.some((off) => off < -CLOSE * axis);
  const side = isHigh && isLow ? 'mixed' : isHigh ? 'high' : 'low';
  return { kind: 'until', gap, parts, then: isOpposite ? 'opposite' : side, by };
}

/** 0 if one of the two does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [x, y] = [mean(a), mean(b)];
  let [xy, xx, yy] = [0, 0, 0];
  a.forEach((value, at) => {
    const other = b[at] ?? 0;
    xy += (value - x) * (other - y);
    xx += (value - x) ** 2;
    yy += (other - y) ** 2;
  });
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}
