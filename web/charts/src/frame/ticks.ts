/** Round values along a linear axis, and their texts. */
import { ticks, tickStep } from 'd3-array';
import { format, formatPrefix, precisionFixed, precisionPrefix } from 'd3-format';

export interface Tick {
  value: number;
  position: number;
  text: string;
}

/** Axes that reach this value have SI prefixes in their texts: 10k instead of 10000. */
const LARGE = 10_000;

/**
 * The ticks and texts of d3-scale's `scaleLinear`. Its package is not imported: it also has colours,
 * dates and other interpolators, which would add 9 kB (gzip) to the first load.
 */
export function ticksFor(
  domain: readonly [number, number],
  range: readonly [number, number],
  count: number,
  factor = 1,
): Tick[] {
  const [low, high] = [domain[0] / factor, domain[1] / factor];
  // If the domain is a single value, its tick is in the middle of the range.
  const share = (value: number): number => (high === low ? 0.5 : (value - low) / (high - low));
  const write = writer(low, high, count);
  return ticks(low, high, count).map((value) => ({
    value: value * factor,
    position: range[0] + share(value) * (range[1] - range[0]),
    text: write(value),
  }));
}

/** Formats all ticks alike, with as many decimals or the SI prefix that the tick step needs. */
function writer(low: number, high: number, count: number): (value: number) => string {
  const step = tickStep(low, high, count);
  const precise = (precision: number): string => (Number.isNaN(precision) ? '' : `.${String(precision)}`);
  if (Math.abs(high) < LARGE) return format(`${precise(precisionFixed(step))}~f`);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const thousands = formatPrefix(`${precise(precisionPrefix(step, largest))}~s`, largest);
  return (value) => (value === 0 ? '0' : thousands(value));
}
