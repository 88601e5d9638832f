/**
 * A math channel: an expression over other rows, shown as a row. The engine compiles it and
 * evaluates it at every time at which one of its rows changes. As in a script, division by zero
 * gives 0, and after a result that is not finite the old value stays.
 */
import { lastAtOrBefore } from '@ackscope/engine';
import type { Evaluate, ExpressionReport } from '@ackscope/engine';
import type { LaneData, RowDefinition, TraceColumns } from '../types.ts';
import { formatQuantity } from '../format.ts';
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

type Expression = Pick<ExpressionReport, 'program' | 'inputs' | 'unit'>;

/** The curve, and when it first divides by zero. */
interface Computed {
  columns: TraceColumns;
  byZeroS: number | null;
}

/** The row of a channel without mistakes. */
export function channelRow(id: string, text: string, channel: Expression, evaluate: Evaluate): RowDefinition {
  const made = new WeakMap<TraceColumns, Computed & { sign: string }>();
  // A unit that rows do not know is shown beside the name.
  const unit = rowUnit(channel.unit);
  const computedOf = (lane: LaneData): Computed | null => {
    const readings = new Map(channel.inputs.map((name) => [name, READINGS[name]?.(lane) ?? null]));
    if ([...readings.values()].includes(null)) return null;
    const known = [...readings].flatMap(([name, reading]) =>
      reading === null ? [] : [[name, reading] as const],
    );
    const first = known.flatMap(([, reading]) =>
      columnsIn(reading) === null ? [] : [columnsIn(reading)],
    )[0];
    const sign = JSON.stringify(known.map(([, reading]) => signOf(reading)));
    const before = first == null ? undefined : made.get(first);
    if (before?.sign === sign) return before;
    const now = computed(id, channel, new Map(known), lane.simulatedS, evaluate);
    if (first != null) made.set(first, { sign, ...now });
    return now;
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
      const columns = computedOf(lane)?.columns;
      if (columns === undefined || columns.count === 0) return [];
      return [{ columns, style: 'line', ink: 'lane', label: text, scales: true }];
    },
    reference: () => null,
    absent: 'This lane has no value for one of the names.',
    remark: () => (unit === '' ? channel.unit : ''),
    warning(lane) {
      const byZeroS = computedOf(lane)?.byZeroS ?? null;
      return byZeroS === null ? '' : `division by 0 at ${formatQuantity(byZeroS, 's', 3)} gives 0`;
    },
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

/** The values at every time at which an input changes; none while a needed input is unknown. */
function computed(
  series: string,
  { program, inputs }: Expression,
  readings: ReadonlyMap<string, Reading>,
  untilS: number,
  evaluate: Evaluate,
): Computed {
  const moments = momentsOf([...readings.values()], untilS);
  const columns = new Float64Array(moments.length * inputs.length);
  inputs.forEach((name, at) => {
    columns.set(read(readings.get(name), moments), at * moments.length);
  });
  const { values, byZero } = evaluate(program, columns, moments.length);
  return {
    columns: sampled(series, moments, values),
    byZeroS: byZero === null ? null : (moments[byZero] ?? null),
  };
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

function runningMin(of: TraceColumns): TraceColumns {
  const known = minima.get(of);
  if (known?.revision === of.revision) return known.columns;
  let least = Infinity;
  const values = Float64Array.from(of.min.subarray(0, of.count), (value) => (least = Math.min(least, value)));
  const columns = sampled('rtt_min', of.timeS.subarray(0, of.count), values);
  minima.set(of, { revision: of.revision, columns: { ...columns, revision: of.revision } });
  return columns;
}
