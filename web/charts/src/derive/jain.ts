/** Jain's index of the goodputs of flows on one path: 1 if all are equal, 1/n if one has all. */
import type { FlowData, LaneData, TraceColumns } from '../types.ts';
import { gridColumns } from './grid.ts';
import { rateOf } from './rate.ts';

/** Fairness needs many round trips: for a short time a flow that has just halved looks unfair. */
export function jainIntervalS(lane: Pick<LaneData, 'rttS' | 'durationS'>): number {
  return Number(Math.max(40 * lane.rttS, lane.durationS / 100).toPrecision(2));
}

/** (Σx)² / (n·Σx²) over the flows that send at each time; NaN if fewer than two send. */
export function jainIndex(
  flows: readonly FlowData[],
  intervalS: number,
  untilS: number,
  revision: number,
): TraceColumns {
  const rates = flows.map((flow) => {
    const counter = flow.recorded('delivered')[0];
    return counter === undefined
      ? null
      : rateOf(counter, counter.revision, flow.packetBits, intervalS, untilS);
  });
  const stepS = intervalS / 4;
  const count = Math.max(0, Math.floor(untilS / stepS) + 1);
  const values = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const momentS = at * stepS;
    let sum = 0;
    let squares = 0;
    let n = 0;
    flows.forEach((flow, index) => {
      // A flow counts once it has sent for a whole interval.
      if (!flow.active.some(([fromS, toS]) => momentS >= fromS + intervalS && momentS <= toS)) return;
      const rate = rates[index]?.at(momentS) ?? NaN;
      n += 1;
      if (Number.isNaN(rate)) return;
      sum += rate;
      squares += rate * rate;
    });
    values[at] = n < 2 || squares === 0 ? NaN : (sum * sum) / (n * squares);
  }
  return gridColumns('jain', 0, stepS, values, revision);
}

const known = new WeakMap<TraceColumns, { sign: string; columns: TraceColumns }>();

/** Jain's index of the lane's competing flows, recomputed only when the lane grew. */
export function laneJain(lane: LaneData): TraceColumns | null {
  const anchor = lane.competing[0]?.recorded('delivered')[0];
  if (lane.competing.length < 2 || anchor === undefined) return null;
  const intervalS = jainIntervalS(lane);
  const sign = `${anchor.revision}/${lane.simulatedS}/${intervalS}/${lane.competing.length}`;
  const before = known.get(anchor);
  if (before?.sign === sign) return before.columns;
  const columns = jainIndex(lane.competing, intervalS, lane.simulatedS, anchor.revision);
  known.set(anchor, { sign, columns });
  return columns;
}
