/**
 * A math channel: an expression over other rows, shown as a row. The engine parses and checks it;
 * this module computes it at every time at which one of its rows changes. As in a script, division
 * by zero gives 0, and after a result that is not finite the old value stays.
 */
import { lastAtOrBefore, OPERATIONS } from '@ackscope/engine';
import type { ExpressionReport, Operation } from '@ackscope/engine';
import type { LaneData, RowDefinition, TraceColumns } from '../types.ts';
import { rateIntervalS, rateOf } from './rate.ts';
import { rowUnit } from './states.ts';

/** The value of a name in a lane. */
type Reading = { columns: TraceColumns; factor: number } | { value: number } | 'time';

const shown =
  (series: string) =>
  (lane: LaneData): Reading | null => {
    const [columns] = lane.series(series);
    return columns === undefined ? null : { columns, factor: 1 };
  };

const constant = (value: number | null): Reading | null => (value === null ? null : { value });

/** The readings by name, in the base units of scripts: s, segments, bits. */
const READINGS: Readonly<Record<string, (lane: LaneData) => Reading | null>> = {
  cwnd: shown('cwnd'),
  ssthresh: shown('ssthresh'),
  flight: shown('flight'),
  rtt: shown('rtt'),
  rtt_min(lane) {
    // The minimum of the whole run, not only of a replayed range.
    const [columns] = lane.recorded('rtt');
    return columns === undefined ? null : { columns: runningMin(columns), factor: 1 };
  },
  now: () => 'time',
  segment_size: (lane) => ({ value: lane.packetBits }),
  queue: shown('queue'),
  capacity: (lane) => constant(lane.capacityPackets),
  rate: (lane) => constant(lane.rateBps === null ? null : lane.rateBps / lane.packetBits),
  bwe(lane) {
    const [columns] = lane.series('bwe');
    return columns === undefined ? null : { columns, factor: 1 / lane.packetBits };
  },
  goodput(lane) {
    const [counter] = lane.recorded('delivered');
    if (counter === undefined) return null;
    const columns = rateOf(counter, counter.revision, 1, rateIntervalS(lane), lane.simulatedS);
    return { columns, factor: 1 };
  },
  base_rtt: (lane) => ({ value: lane.rttS }),
};

/** The names that expressions can use. */
export const CHANNEL_NAMES: readonly string[] = Object.keys(READINGS);

type Expression = Pick<ExpressionReport, 'parts' | 'unit'>;

/** The row of a channel without mistakes. */
export function channelRow(id: string, text: string, channel: Expression): RowDefinition {
  const made = new WeakMap<TraceColumns, { sign: string; columns: TraceColumns }>();
  const names = [...new Set(channel.parts.filter(({ op }) => op === 'name').map(({ name }) => name))];
  // A unit that rows do not know is shown beside the name.
  const unit = rowUnit(channel.unit);
  const columnsOf = (lane: LaneData): TraceColumns | null => {
    const readings = new Map(names.map((name) => [name, READINGS[name]?.(lane) ?? null]));
    if ([...readings.values()].includes(null)) return null;
    const known = [...readings].flatMap(([name, reading]) =>
      reading === null ? [] : [[name, reading] as const],
    );
    const first = known.flatMap(([, reading]) =>
      columnsIn(reading) === null ? [] : [columnsIn(reading)],
    )[0];
    const sign = JSON.stringify(known.map(([, reading]) => signOf(reading)));
    const before = first == null ? undefined : made.get(first);
    if (before?.sign === sign) return before.columns;
    const columns = computed(id, channel, new Map(known), lane.simulatedS);
    if (first != null) made.set(first, { sign, columns });
    return columns;
  };
  return {
    id,
    title: text,
    tight: text.length > 10 ? id.replace('math-', 'Math ') : text,
    short: text,
    unit,
    weight: 1,
    order: 100,
    help: 'A channel that you wrote.',
    isSigned: true,
    layers(lane) {
      const columns = columnsOf(lane);
      if (columns === null || columns.count === 0) return [];
      return [{ columns, style: 'line', ink: 'lane', label: text, scales: true }];
    },
    reference: () => null,
    absent: 'This lane has no value for one of the names.',
    remark: () => (unit === '' ? channel.unit : ''),
  };
}

const columnsIn = (reading: Reading): TraceColumns | null =>
  typeof reading === 'object' && 'columns' in reading ? reading.columns : null;

function signOf(reading: Reading): unknown {
  if (reading === 'time') return reading;
  return 'value' in reading
    ? reading.value
    : [reading.columns.revision, reading.columns.count, reading.factor];
}

/** The values at every time at which an operand changes; none while an operand is unknown. */
function computed(
  series: string,
  { parts }: Expression,
  readings: ReadonlyMap<string, Reading>,
  untilS: number,
): TraceColumns {
  const moments = momentsOf([...readings.values()], untilS);
  const values: Float64Array[] = [];
  for (const { op, of, value, name } of parts) {
    const operation = OPERATIONS[op];
    const operands = of.map((part) => values[part]).filter((operand) => operand !== undefined);
    if (op === 'name') values.push(read(readings.get(name), moments));
    else if (operation === undefined) values.push(new Float64Array(moments.length).fill(value));
    else
      values.push(
        moments.map((_, at) =>
          ofKnown(
            op,
            operation,
            operands.map((operand) => operand[at] ?? NaN),
          ),
        ),
      );
  }
  return sampled(series, moments, values[values.length - 1] ?? new Float64Array(0));
}

/** NaN if a needed operand is unknown, even in `x / 0`. A choice only needs its condition. */
function ofKnown(op: string, operation: Operation, operands: readonly number[]): number {
  const needed = op === 'choice' ? operands.slice(0, 1) : operands;
  return needed.some(Number.isNaN) ? NaN : operation(...operands);
}

/** All starts of bins, in order, each once; even steps if only time is used. */
function momentsOf(readings: readonly Reading[], untilS: number): Float64Array {
  const all = readings.flatMap((reading) => {
    const columns = columnsIn(reading);
    return columns === null ? [] : [columns.timeS.subarray(0, columns.count)];
  });
  if (all.length === 0) return Float64Array.from({ length: STEPS + 1 }, (_, step) => (step * untilS) / STEPS);
  const joined = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const times of all) {
    joined.set(times, at);
    at += times.length;
  }
  joined.sort();
  return joined.filter((timeS, index) => index === 0 || timeS !== joined[index - 1]);
}

const STEPS = 500;

function read(reading: Reading | undefined, moments: Float64Array): Float64Array {
  if (reading === undefined) return new Float64Array(moments.length).fill(NaN);
  if (reading === 'time') return moments;
  if ('value' in reading) return new Float64Array(moments.length).fill(reading.value);
  const { columns, factor } = reading;
  const { count, timeS, last } = columns;
  let bin = -1;
  return moments.map((momentS) => {
    while (bin + 1 < count && (timeS[bin + 1] ?? Infinity) <= momentS) bin += 1;
    return bin < 0 ? NaN : (last[bin] ?? NaN) * factor;
  });
}

/** A value that is not finite gives no sample: the one before holds. */
function sampled(series: string, moments: Float64Array, values: Float64Array): TraceColumns {
  const isKnown = (_: number, at: number): boolean => Number.isFinite(values[at]);
  const timeS = moments.filter(isKnown);
  const kept = Float32Array.from(values.filter(isKnown));
  let peak = -Infinity;
  for (const value of kept) if (value > peak) peak = value;
  const indexAt = (momentS: number): number => lastAtOrBefore(timeS, timeS.length, momentS);
  return {
    info: { series, estimator: null },
    count: kept.length,
    revision: 0,
    timeS,
    min: kept,
    max: kept,
    last: kept,
    peak,
    indexAt,
    at: (momentS) => kept[indexAt(momentS)] ?? NaN,
  };
}

const minima = new WeakMap<TraceColumns, { revision: number; columns: TraceColumns }>();

/** The smallest value so far. */
function runningMin(of: TraceColumns): TraceColumns {
  const known = minima.get(of);
  if (known?.revision === of.revision) return known.columns;
  let least = Infinity;
  const values = Float64Array.from(of.min.subarray(0, of.count), (value) => (least = Math.min(least, value)));
  const columns = sampled('rtt_min', of.timeS.subarray(0, of.count), values);
  minima.set(of, { revision: of.revision, columns: { ...columns, revision: of.revision } });
  return columns;
}
