/**
 * Quantities as the scenario writes them ("2Mbps", "250ms", "40pkt", "1bdp") and as numbers in SI
 * units. The engine decides what is allowed. The page reads quantities only to place a slider, and
 * writes them only when a slider moved.
 */
import { UNIT_FACTORS } from '@ackscope/engine';
import type { Json } from './json.ts';

type Units = Readonly<Record<string, number>>;

const QUANTITY = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)$/;

function factorOf(units: Units, unit: string): number | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

/** A value with its unit as written; the unit is empty for a plain number. Null if it is neither. */
function read(value: Json | undefined): { amount: number; unit: string } | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { amount: value, unit: '' } : null;
  const match = typeof value === 'string' ? QUANTITY.exec(value.trim()) : null;
  return match && { amount: Number(match[1]), unit: match[2] ?? '' };
}

/** The number in SI units, or null if the text is not a single value of that kind. */
export function readQuantity(value: Json | undefined, kind: 'rate' | 'time' | 'plain'): number | null {
  const written = read(value);
  if (written === null || written.unit === '') return written?.amount ?? null;
  const factor = kind === 'plain' ? undefined : factorOf(UNIT_FACTORS[kind], written.unit);
  return factor === undefined ? null : written.amount * factor;
}

export interface Capacity {
  amount: number;
  unit: 'pkt' | 'bdp' | 'B';
}

/** A buffer: packets (the plain number too), a multiple of the BDP, or bytes. */
export function readCapacity(value: Json | undefined): Capacity | null {
  const written = read(value);
  if (written === null) return null;
  const { amount, unit } = written;
  if (unit === '' || unit === 'pkt') return { amount, unit: 'pkt' };
  if (unit === 'bdp') return { amount, unit };
  const factor = factorOf(UNIT_FACTORS.size, unit);
  return factor === undefined ? null : { amount: amount * factor, unit: 'B' };
}

/** In the largest unit of which it is at least one. Six digits are finer than any knob, and short in a link. */
function write(value: number, units: Units): string {
  const all = Object.entries(units);
  const [unit = '', factor = 1] = all.find(([, factor]) => value >= factor) ?? all.at(-1) ?? [];
  return String(Number((value / factor).toPrecision(6))) + unit;
}

export function writeRate(rateBps: number): string {
  return write(rateBps, UNIT_FACTORS.rate);
}

export function writeTime(timeS: number): string {
  return timeS === 0 ? '0s' : write(timeS, UNIT_FACTORS.time);
}

export function writePackets(packets: number): string {
  return `${Math.round(packets)}pkt`;
}

export function writeBytes(bytes: number): string {
  return write(bytes < 1e3 ? Math.round(bytes) : bytes, UNIT_FACTORS.size);
}
