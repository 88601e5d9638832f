/** An axis for the form and the engine: `PATH=FROM..TO:COUNT:log`, or a list. */
import type { Unit } from '@ackscope/charts';
import { UNIT_FACTORS } from '@ackscope/engine';
import { readCapacity, readQuantity } from '@ackscope/model';
import type { Json } from '@ackscope/model';
import type { SweepPath } from './paths.ts';

export interface AxisForm {
  path: string;
  /** Null: the values are in `list`. */
  range: { from: number; to: number; unit: string; count: number; log: boolean; whole: boolean } | null;
  list: string;
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER})([A-Za-z]*)\\.\\.(${NUMBER})([A-Za-z]*):(\\d+)((?::(?:log|whole))*)$`);

export function readAxis(text: string): AxisForm {
  const equals = text.indexOf('=');
  const [path, values] = [text.slice(0, equals), text.slice(equals + 1)];
  const match = RANGE.exec(values);
  if (match === null) return { path, range: null, list: values };
  const [, from, , to, unit = '', count, words = ''] = match;
  return {
    path,
    range: {
      from: Number(from),
      to: Number(to),
      unit,
      count: Number(count),
      log: words.includes(':log'),
      whole: words.includes(':whole'),
    },
    list: '',
  };
}

export function writeAxis({ path, range, list }: AxisForm): string {
  if (range === null) return `${path}=${list}`;
  const { from, to, unit, count, log, whole } = range;
  return `${path}=${from}..${to}${unit}:${count}${log ? ':log' : ''}${whole ? ':whole' : ''}`;
}

export const UNITS: Partial<Record<SweepPath['dimension'], readonly string[]>> = {
  rate: ['Mbps', 'kbps', 'Gbps'],
  time: ['ms', 's', 'us'],
  capacity: ['pkt', 'bdp', 'B'],
  bytes: ['B', 'kB', 'MB'],
  packets: ['pkt'],
};

/**
 * The first range of a path, mostly around its current value: a quarter to four times a rate, time
 * or buffer, in equal ratios; whole numbers in steps.
 */
export function firstAxis(path: SweepPath): AxisForm {
  const range = (
    from: number,
    to: number,
    unit: string,
    log: boolean,
    whole: boolean,
    count = 5,
  ): AxisForm => ({
    path: path.path,
    range: { from, to, unit, count, log, whole },
    list: '',
  });
  switch (path.dimension) {
    case 'rate':
    case 'time': {
      const value = readQuantity(path.value, path.dimension) ?? (path.dimension === 'rate' ? 4e6 : 0.1);
      const factors: Readonly<Record<string, number>> = UNIT_FACTORS[path.dimension];
      const unit = UNITS[path.dimension]?.find((name) => value >= (factors[name] ?? 1)) ?? 'ms';
      const middle = value / (factors[unit] ?? 1);
      return value === 0
        ? range(1, 100, 'ms', true, false)
        : range(tidy(middle / 4), tidy(middle * 4), unit, true, false);
    }
    case 'capacity': {
      const capacity = readCapacity(path.value) ?? { amount: 40, unit: 'pkt' as const };
      const { amount, unit } = capacity;
      return range(tidy(amount / 4), tidy(amount * 4), unit, true, unit !== 'bdp');
    }
    case 'bytes':
      return range(10, 1000, 'kB', true, false);
    case 'packets':
      return range(4, 64, 'pkt', true, true);
    case 'number': {
      const value = readQuantity(path.value, 'plain');
      if (path.isWhole)
        return range(Math.max(1, path.min), Math.min(path.max, 2 * Math.max(5, value ?? 5)), '', false, true);
      if (path.min === 0 && path.max === 1) return range(0.0001, 0.1, '', true, false, 7);
      if (value !== null && value > 0)
        return range(tidy(value / 2), Math.min(path.max, tidy(value * 2)), '', false, false);
      return range(
        Number.isFinite(path.min) ? path.min : 0,
        Number.isFinite(path.max) ? path.max : 1,
        '',
        false,
        false,
      );
    }
  }
}

/** Rounds to two digits: 6.25 becomes 6.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(2));
}

/** The values of an axis as numbers of one unit if possible, else as names. */
export function axisPositionsOf(values: readonly (Json | undefined)[]): {
  x: (number | string)[];
  unit: Unit;
  note: string;
} {
  const all = <T>(read: (value: Json | undefined) => T | null): T[] | null => {
    const found = values.map(read);
    return found.every((item) => item !== null) ? found : null;
  };
  const plain = all((value) => (typeof value === 'number' ? value : null));
  if (plain !== null) return { x: plain, unit: '', note: '' };
  const rates = all((value) => readQuantity(value, 'rate'));
  if (rates !== null) return { x: rates, unit: 'bps', note: '' };
  const times = all((value) => readQuantity(value, 'time'));
  if (times !== null) return { x: times, unit: 's', note: '' };
  const capacities = all((value) => (typeof value === 'string' ? readCapacity(value) : null));
  const unit = capacities?.[0]?.unit;
  if (capacities?.every((capacity) => capacity.unit === unit) === true) {
    const x = capacities.map(({ amount }) => amount);
    return unit === 'pkt'
      ? { x, unit: 'packets', note: '' }
      : unit === 'B'
        ? { x, unit: 'bytes', note: '' }
        : { x, unit: '', note: 'BDP' };
  }
  return { x: values.map(nameOf), unit: '', note: '' };
}

export function nameOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
