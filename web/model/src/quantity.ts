/**
 * Quantities as the scenario writes them ("2Mbps", "250ms", "40pkt", "1bdp") and as numbers in SI
 * units. The engine decides what is allowed. The page reads quantities only to place a slider, and
 * writes them only when a slider moved.
 */
import type { Json } from './json.ts';

/** How many SI units one unit of a scenario is. */
export const UNIT_FACTORS: Readonly<Record<'time' | 'rate', Readonly<Record<string, number>>>> = {
  time: { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 },
  rate: { bps: 1, kbps: 1e3, Mbps: 1e6, Gbps: 1e9 },
};

const QUANTITY = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)\s*$/;

/** The number in SI units, or null if the text is not a single value of that kind. */
export function readQuantity(value: Json | undefined, kind: 'rate' | 'time' | 'plain'): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const match = QUANTITY.exec(value);
  if (!match) return null;
  const number = Number(match[1]);
  const unit = match[2] ?? '';
  if (unit === '') return number;
  if (kind === 'plain') return null;
  const factor = UNIT_FACTORS[kind][unit];
  return factor === undefined ? null : number * factor;
}

export interface Capacity {
  amount: number;
  unit: 'pkt' | 'bdp' | 'B';
}

/** A buffer: packets (the plain number too), a multiple of the BDP, or bytes. */
export function readCapacity(value: Json | undefined): Capacity | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { amount: value, unit: 'pkt' } : null;
  if (typeof value !== 'string') return null;
  const match = QUANTITY.exec(value);
  if (!match) return null;
  const amount = Number(match[1]);
  switch (match[2]) {
    case '':
    case 'pkt':
      return { amount, unit: 'pkt' };
    case 'bdp':
      return { amount, unit: 'bdp' };
    case 'B':
      return { amount, unit: 'B' };
    case 'kB':
      return { amount: amount * 1e3, unit: 'B' };
    case 'MB':
      return { amount: amount * 1e6, unit: 'B' };
    default:
      return null;
  }
}

/** Six significant digits: finer than any knob, and short in a link. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export function writeRate(rateBps: number): string {
  for (const [unit, factor] of [
    ['Gbps', 1e9],
    ['Mbps', 1e6],
    ['kbps', 1e3],
  ] as const) {
    if (rateBps >= factor) return shortNumber(rateBps / factor) + unit;
  }
  return `${shortNumber(rateBps)}bps`;
}

export function writeTime(timeS: number): string {
  if (timeS === 0 || timeS >= 1) return `${shortNumber(timeS)}s`;
  if (timeS >= 1e-3) return `${shortNumber(timeS * 1e3)}ms`;
  if (timeS >= 1e-6) return `${shortNumber(timeS * 1e6)}us`;
  return `${shortNumber(timeS * 1e9)}ns`;
}

export function writePackets(packets: number): string {
  return `${Math.round(packets)}pkt`;
}

export function writeBytes(bytes: number): string {
  for (const [unit, factor] of [
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const) {
    if (bytes >= factor) return shortNumber(bytes / factor) + unit;
  }
  return `${shortNumber(Math.round(bytes))}B`;
}
