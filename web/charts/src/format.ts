/**
 * Numbers with units: the only formatter of the page. Thin spaces group numbers of five or more
 * digits, the minus is a real minus sign, and an undefined number is a dash.
 */
import { clamp } from './clamp.ts';

const THIN = '\u202f';
const MINUS = '\u2212';
export const NONE = '–';

export type Unit = 'packets' | 'packets/s' | 'segments' | 'bps' | 's' | 'bytes' | 'ratio' | '';

function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const digits = whole.replace('-', '');
  // A number has at most 21 digits before the point.
  // eslint-disable-next-line regexp/no-super-linear-move
  const body = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, THIN) : digits;
  return (text.startsWith('-') ? MINUS : '') + body + (fraction === undefined ? '' : `.${fraction}`);
}

/** Below a hundred-thousandth a power of ten is used: zeros are hard to count. */
const MIN_DIGITS = -4;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

export function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)] ?? '');
  return `${exponent < 0 ? '⁻' : ''}${digits.join('')}`;
}

function power(value: number, exponent: number, significant: number): string {
  const factor = Number((Math.abs(value) / 10 ** exponent).toPrecision(significant));
  return `${value < 0 ? MINUS : ''}${factor === 1 ? '' : `${String(factor)}\u202f×\u202f`}10${superscript(exponent)}`;
}

/** At least `significant` digits, and all before the point; no trailing zeros. */
export function formatNumber(value: number | null | undefined, significant = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  if (value === 0) return '0';
  const digits = Math.floor(Math.log10(Math.abs(value))) + 1;
  if (digits < MIN_DIGITS) return power(value, digits - 1, significant);
  return grouped(String(Number(value.toFixed(clamp(significant - digits, 0, 9)))));
}

/** A fixed number of decimals, so that columns of numbers do not move. */
export function formatFixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  const text = value.toFixed(decimals);
  // No minus sign for zero.
  return grouped(Number(text) === 0 ? text.replace('-', '') : text);
}

interface Scale {
  factor: number;
  unit: string;
}

const SCALES: Record<'bps' | 's' | 'bytes', readonly Scale[]> = {
  bps: [
    { factor: 1e9, unit: 'Gbit/s' },
    { factor: 1e6, unit: 'Mbit/s' },
    { factor: 1e3, unit: 'kbit/s' },
    { factor: 1, unit: 'bit/s' },
  ],
  s: [
    { factor: 1, unit: 's' },
    { factor: 1e-3, unit: 'ms' },
    { factor: 1e-6, unit: 'µs' },
    { factor: 1e-9, unit: 'ns' },
  ],
  bytes: [
    { factor: 1e6, unit: 'MB' },
    { factor: 1e3, unit: 'kB' },
    { factor: 1, unit: 'B' },
  ],
};

/** The best unit for a quantity of this size; a whole axis or table uses one unit. */
export function scaleFor(size: number, unit: Unit): Scale {
  if (unit === 'bps' || unit === 's' || unit === 'bytes') {
    const scales = SCALES[unit];
    const fitting = scales.find((scale) => Math.abs(size) >= scale.factor * 0.9995);
    const smallest = scales[scales.length - 1];
    if (!fitting)
      return (size === 0 ? scales.find((scale) => scale.factor === 1) : smallest) ?? { factor: 1, unit };
    return fitting;
  }
  if (unit === 'ratio') return { factor: 0.01, unit: '%' };
  return { factor: 1, unit };
}

/** A number and its unit: "1.71 Mbit/s", "250 ms", "42 packets", "1 packet", "3.1 %". */
export function formatQuantity(value: number | null | undefined, unit: Unit, significant = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return formatNumber(value);
  const scale = scaleFor(value, unit);
  const number = formatNumber(value / scale.factor, significant);
  if (scale.unit === '') return number;
  const isOne = number === '1' && (unit === 'packets' || unit === 'segments');
  return `${number} ${isOne ? scale.unit.slice(0, -1) : scale.unit}`;
}

/** A clock time: always in seconds, with decimals according to the run's length. */
export function formatClock(timeS: number, durationS: number): string {
  return `${formatFixed(timeS, clockDecimals(durationS))} s`;
}

export function clockDecimals(durationS: number): number {
  // Before a run exists its duration is 0: that needs no microseconds.
  return durationS >= 100 || durationS === 0 ? 1 : durationS >= 1 ? 3 : 6;
}

export function formatPercent(ratio: number | null | undefined, decimals = 1): string {
  if (ratio === null || ratio === undefined || Number.isNaN(ratio)) return NONE;
  return `${formatFixed(ratio * 100, decimals)} %`;
}

/** A relative difference with its sign: "+5 %", "−2 %", "±0 %"; from threefold on a factor: "11 ×". */
export function formatDifference(ratio: number): string {
  if (!Number.isFinite(ratio)) return NONE;
  const percent = Math.abs(ratio) >= 0.0995 ? Math.round(ratio * 100) : Number((ratio * 100).toFixed(1));
  if (percent === 0) return '±0 %';
  if (percent >= 200) return `${formatNumber(1 + ratio, 2)} ×`;
  return `${percent > 0 ? '+' : ''}${grouped(String(percent))} %`;
}

/** The speed of the clock: "50 ×", "20 × slower". */
export function formatSpeed(speed: number): string {
  if (speed === Infinity) return 'Max';
  if (speed >= 0.5) return `${formatNumber(speed)} ×`;
  return `${formatNumber(1 / speed)} × slower`;
}

/** The range of a value within one bin, or a single number. `factor` as in `scaleFor`. */
export function formatSwing(low: number, high: number, factor = 1): string {
  const [a, b] = [formatNumber(low / factor), formatNumber(high / factor)];
  return a === b ? a : `${a}–${b}`;
}

/** The unit that a series or a term declares, if this formatter knows it. */
export function knownUnit(unit: string): Unit {
  switch (unit) {
    case 'packets':
    case 'packet':
    case 'pkt':
      return 'packets';
    case 'segments':
    case 'segment':
      return 'segments';
    case 'bps':
    case 'bit/s':
      return 'bps';
    case 's':
    case 'seconds':
      return 's';
    case 'B':
    case 'bytes':
      return 'bytes';
    case 'ratio':
      return 'ratio';
    default:
      return '';
  }
}
