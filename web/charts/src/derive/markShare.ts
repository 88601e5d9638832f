/** The share of packets that a queue marked, over a sliding interval. */
import type { LaneData, TraceColumns } from '../types.ts';
import { gridColumns } from './grid.ts';
import { rateIntervalS } from './rate.ts';

/** Steps per interval: a rise appears at the right time. */
const STEPS_PER_INTERVAL = 4;

/** The counter, interpolated linearly between samples; 0 before the first one. */
function between(counter: TraceColumns, momentS: number): number {
  const at = counter.indexAt(momentS);
  const [beforeS, before] = at < 0 ? [0, 0] : [counter.timeS[at] ?? 0, counter.last[at] ?? 0];
  if (at + 1 >= counter.count) return before;
  const [afterS, after] = [counter.timeS[at + 1] ?? 0, counter.last[at + 1] ?? 0];
  return afterS <= beforeS ? before : before + ((after - before) * (momentS - beforeS)) / (afterS - beforeS);
}

/**
 * Marks per packet that passed the queue, over the interval before each time. Both counters have a
 * sample only at every mark, so the packets between two marks count as evenly spaced. An interval
 * without a mark gives exactly 0.
 */
export function markShare(
  marks: TraceColumns,
  passed: TraceColumns,
  intervalS: number,
  untilS: number,
): TraceColumns {
  const stepS = intervalS / STEPS_PER_INTERVAL;
  const values = new Float32Array(Math.max(0, Math.floor(untilS / stepS) + 1));
  const marked = (momentS: number): number => {
    const at = marks.indexAt(momentS);
    return at < 0 ? 0 : (marks.last[at] ?? 0);
  };
  for (let at = 0; at < values.length; at += 1) {
    const momentS = at * stepS;
    const sinceS = Math.max(0, momentS - intervalS);
    const own = marked(momentS) - marked(sinceS);
    const through = between(passed, momentS) - between(passed, sinceS);
    values[at] = own <= 0 ? 0 : own / Math.max(own, through);
  }
  return gridColumns('mark-share', 0, stepS, values, marks.revision);
}

const known = new WeakMap<TraceColumns, { sign: string; columns: TraceColumns }>();

/** The share at a lane's bottleneck, recomputed only when the lane grew; null without marks. */
export function laneMarkShare(lane: LaneData): TraceColumns | null {
  const [marks] = lane.recorded('marks');
  const [passed] = lane.recorded('passed');
  if (marks === undefined || passed === undefined) return null;
  const intervalS = rateIntervalS(lane);
  const sign = `${marks.revision}/${lane.simulatedS}/${intervalS}`;
  const before = known.get(marks);
  if (before?.sign === sign) return before.columns;
  const columns = markShare(marks, passed, intervalS, lane.simulatedS);
  known.set(marks, { sign, columns });
  return columns;
}
