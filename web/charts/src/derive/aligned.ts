/** Rows whose time starts at an event: all occurrences drawn over each other, and their median. */
import { paintDensity, paintMedian } from '../draw/density.ts';
import { mainColumns } from '../draw/row.ts';
import { outlineOf } from '../draw/outline.ts';
import type { LaneData, Layer, RowDefinition, TraceColumns } from '../types.ts';
import { gridColumns } from './grid.ts';

/** The median has this many steps, and uses at most this many occurrences spread over all. */
const STEPS = 240;
const MAX_IN_MEDIAN = 128;
/** The scale fits this many occurrences at most. */
const MAX_IN_SCALE = 24;
/** More occurrences than this make no visible difference. */
const MAX_DRAWN = 500;

/**
 * The row with times relative to the moments that `momentsOf` gives for a lane. `strong`: the last
 * occurrence stands out instead of the median. The scale fits the moments of `roomFor`, so that it
 * does not change while further occurrences come.
 */
export function alignedRow(
  row: RowDefinition,
  momentsOf: (lane: LaneData) => readonly number[],
  span: readonly [number, number],
  strong: boolean,
  roomFor: (lane: LaneData) => readonly number[] = momentsOf,
): RowDefinition {
  const made = new WeakMap<LaneData, Layer[]>();
  const layers = (lane: LaneData): Layer[] => {
    const columns = mainColumns(row, lane);
    const moments = momentsOf(lane);
    if (columns === null || moments.length === 0) return [];
    const found = reduced(columns, strong ? moments.slice(-1) : spread(moments, MAX_IN_MEDIAN), span);
    const top = strong ? topOf(columns, spread(roomFor(lane), MAX_IN_SCALE), span) : found.top;
    return [
      {
        columns: found.median,
        // The scale fits all occurrences.
        members: [top],
        occurrences: {
          columns,
          moments: everyNth(moments, MAX_DRAWN),
          painter: { paintDensity, paintMedian },
        },
        style: 'density',
        ink: 'lane',
        label: 'median',
        scales: true,
      },
    ];
  };
  const aligned: RowDefinition = {
    ...row,
    layers(lane) {
      const known = made.get(lane) ?? layers(lane);
      made.set(lane, known);
      return known;
    },
    follows: false,
    packets: false,
    losses: false,
  };
  // The lane's head reports that nothing was found.
  delete aligned.absent;
  delete aligned.remark;
  return aligned;
}

/** Picks `most` items at even distances, including the first and the last. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from(
    { length: most },
    (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))],
  ).flatMap((item) => (item === undefined ? [] : [item]));
}

/**
 * Picks every item, every second, every fourth and so on, until at most `most` are left. So the
 * picked ones seldom change when an item is added.
 */
export function everyNth<T>(items: readonly T[], most: number): readonly T[] {
  let step = 1;
  while (items.length > most * step) step *= 2;
  return step === 1 ? items : items.filter((_, at) => at % step === 0);
}

/** Cached, because the scale is computed often for the same occurrences. */
const tops = new WeakMap<TraceColumns, { sign: string; top: TraceColumns }>();

function topOf(
  columns: TraceColumns,
  moments: readonly number[],
  span: readonly [number, number],
): TraceColumns {
  const sign = [columns.revision, ...span, ...moments].join('/');
  const known = tops.get(columns);
  if (known?.sign === sign) return known.top;
  const { top } = reduced(columns, moments, span);
  tops.set(columns, { sign, top });
  return top;
}

/** The median and the highest of the values, over time relative to the event. */
function reduced(
  columns: TraceColumns,
  moments: readonly number[],
  [fromS, toS]: readonly [number, number],
): { median: TraceColumns; top: TraceColumns } {
  const stepS = (toS - fromS) / STEPS;
  const values = new Float32Array(STEPS * moments.length).fill(NaN);
  const top = new Float32Array(STEPS).fill(-Infinity);
  moments.forEach((momentS, nth) => {
    const outline = outlineOf(columns, [momentS + fromS, momentS + toS], STEPS);
    let at = 0;
    let held = NaN;
    for (let index = 0; index < outline.count; index += 1) {
      const x = outline.x[index] ?? 0;
      for (; at < Math.min(x, STEPS); at += 1) values[at * moments.length + nth] = held;
      held = outline.leave[index] ?? NaN;
      const column = Math.min(x, STEPS - 1);
      top[column] = Math.max(top[column] ?? 0, outline.high[index] ?? 0);
    }
    for (; at < STEPS; at += 1) values[at * moments.length + nth] = held;
  });
  const median = new Float32Array(STEPS);
  for (let at = 0; at < STEPS; at += 1) {
    const known = values
      .slice(at * moments.length, (at + 1) * moments.length)
      .filter((value) => value === value);
    known.sort();
    const middle = (known.length - 1) / 2;
    median[at] = ((known[Math.floor(middle)] ?? NaN) + (known[Math.ceil(middle)] ?? NaN)) / 2;
    // If no bin begins in this column, the held value is its highest.
    const highest = Math.max(top[at] ?? -Infinity, known[known.length - 1] ?? -Infinity);
    top[at] = Number.isFinite(highest) ? highest : NaN;
  }
  return {
    median: gridColumns('median', fromS, stepS, median, 0),
    top: gridColumns('top', fromS, stepS, top, 0),
  };
}

/** The lane without the data that belong to the run's own clock. */
export function alignedLane(lane: LaneData, spanS: number): LaneData {
  const nothing = { count: 0, timeS: new Float64Array(0) };
  return {
    ...lane,
    simulatedS: spanS,
    losses: { ...nothing, kind: new Uint8Array(0) },
    phases: { ...nothing, phase: new Uint8Array(0) },
    packets: null,
    before: null,
    behind: [],
    forkS: null,
  };
}
