/** Joins many seeds' runs into one series each, so that the aligned view can show seeds. */
import type { TraceColumns } from '@ackscope/charts';
import { lastAtOrBefore } from '@ackscope/engine';
import { focusSeries } from '@ackscope/model';
import type { LaneTrace } from '@ackscope/model';

/** Gap between two seeds, as a share of a run, so that they do not overlap in the aligned view. */
const GAP = 0.25;

/** The start of each of `count` seeds' runs. */
export function startsOf(count: number, durationS: number): number[] {
  return Array.from({ length: count }, (_, at) => at * durationS * (1 + GAP));
}

/** The series called `name` of flow `focus` or of its bottleneck, those of all runs in sequence. */
export function joinedSeries(
  traces: readonly LaneTrace[],
  focus: number,
  name: string,
  durationS: number,
): TraceColumns[] {
  const all = traces.map((trace) => focusSeries(trace, name, focus));
  const starts = startsOf(traces.length, durationS);
  return (all[0] ?? []).flatMap((first, place) => {
    const parts = all.map((series) => series[place]);
    return parts.every((part) => part !== undefined) ? [joined(first.info, parts, starts)] : [];
  });
}

function joined(
  info: TraceColumns['info'],
  parts: readonly TraceColumns[],
  starts: readonly number[],
): TraceColumns {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const timeS = new Float64Array(count);
  const [min, max, last] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  let at = 0;
  parts.forEach((part, nth) => {
    const startS = starts[nth] ?? 0;
    for (let index = 0; index < part.count; index += 1) timeS[at + index] = startS + (part.timeS[index] ?? 0);
    min.set(part.min.subarray(0, part.count), at);
    max.set(part.max.subarray(0, part.count), at);
    last.set(part.last.subarray(0, part.count), at);
    at += part.count;
  });
  const indexAt = (momentS: number): number => lastAtOrBefore(timeS, count, momentS);
  return {
    info,
    count,
    revision: parts.length,
    timeS,
    min,
    max,
    last,
    peak: Math.max(...parts.map(({ peak }) => peak)),
    indexAt,
    at: (momentS) => last[indexAt(momentS)] ?? NaN,
  };
}
