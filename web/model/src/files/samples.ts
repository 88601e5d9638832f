/** Samples by connection, which every reader of texts collects. */
import type { Beside, Curve, MeasuredFile, SegmentSize } from './types.ts';
import { BESIDE, Refusal } from './types.ts';

/** A poll every millisecond for ten minutes: more than any screen has pixels. */
const MAX_SAMPLES = 600_000;
/** The connections among which the page lets choose. */
export const MAX_CURVES = 50;
/** The page lists the connections by their names. */
const LONGEST_NAME = 200;
/** From this value on (a tenth of a year) a time counts as a calendar clock, not as run time. */
const CALENDAR_S = 3e6;
/** The largest window: the sequence space of TCP, in bytes. */
const MAX_WINDOW = 2 ** 32;

type Told = Partial<Record<Beside, number>>;
const NOTHING: Told = {};

interface Connection {
  timeS: number[];
  values: number[];
  told: Told[];
}

/** The columns that have a value. */
function columnsOf(told: readonly Told[]): Curve['beside'] {
  const isKnown = (of: Beside): boolean => told.some((one) => Number.isFinite(one[of]));
  return Object.fromEntries(
    BESIDE.filter(isKnown).map((of) => [of, Float64Array.from(told, (one) => one[of] ?? NaN)]),
  );
}

export class Samples {
  readonly #connections = new Map<string, Connection>();
  #count = 0;

  /** `at` is the line or the record in which the sample stands, in words. */
  add(name: string, timeS: number, value: number, at: string, told: Told = NOTHING): void {
    if (!Number.isFinite(timeS)) throw new Refusal(`${at}: the time is not a number.`);
    if (!Number.isFinite(value) || value < 0 || value > MAX_WINDOW)
      throw new Refusal(`${at}: a window of ${value} is not possible.`);
    const known = this.#connections.get(name);
    const connection = known ?? { timeS: [], values: [], told: [] };
    if (known === undefined) this.#connections.set(name, connection);
    const before = connection.timeS.at(-1);
    if (before !== undefined && timeS < before)
      throw new Refusal(
        `${at}: the time ${timeS} is before ${before}, the time of the sample before. Times must not decrease.`,
      );
    this.#count += 1;
    if (this.#count > MAX_SAMPLES)
      throw new Refusal(`It has more than ${MAX_SAMPLES} samples, which is the most that is read.`);
    connection.timeS.push(timeS);
    connection.values.push(value);
    connection.told.push(told);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** All values in the order of the file. */
  valuesOf(name: string): readonly number[] {
    return this.#connections.get(name)?.values ?? [];
  }

  names(): string[] {
    return [...this.#connections.keys()];
  }

  /** The file with the connection of the largest window first; all connections have one clock. */
  file(
    kind: string,
    segmentOf: (values: readonly number[], name: string) => SegmentSize | null,
    warnings: string[] = [],
  ): MeasuredFile {
    if (this.isEmpty) throw new Refusal(`It is ${kind}, but it has no sample of cwnd.`);
    const all = [...this.#connections].map(([name, { timeS, values, told }]) => ({
      name,
      timeS,
      values,
      told,
      peak: values.reduce((most, value) => Math.max(most, value), 0),
    }));
    const first = all.reduce((least, { timeS }) => Math.min(least, timeS[0] ?? least), Infinity);
    const offsetS = first > CALENDAR_S ? first : 0;
    all.sort((a, b) => b.peak - a.peak);
    const curves = all.slice(0, MAX_CURVES).map(({ name, timeS, values, told }): Curve => ({
      name: name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name,
      quantity: 'cwnd',
      timeS: Float64Array.from(timeS, (time) => time - offsetS),
      values: Float64Array.from(values),
      segment: segmentOf(values, name),
      beside: columnsOf(told),
      isFromStart: true,
    }));
    const left = all.length - curves.length;
    if (left > 0) warnings.push(`It has ${left} more connections, with smaller windows.`);
    return { kind, curves, warnings };
  }
}
