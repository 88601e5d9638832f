/** Two windows over time: a point wherever one of them changed. */
import { lastAtOrBefore } from '@ackscope/engine';
import type { TraceColumns } from '../types.ts';

export interface PhaseFlow {
  name: string;
  /** Its window, in packets. */
  cwnd: TraceColumns;
  /** When it sends, in seconds; outside of these times it has no window. */
  active: readonly (readonly [number, number])[];
  /** Two-way propagation delay. */
  rttS: number;
  packetBits: number;
}

export interface Trajectory {
  count: number;
  timeS: Float64Array;
  x: Float32Array;
  y: Float32Array;
}

/** The window of a flow at a time; 0 while it does not send. */
export function cwndAt(flow: PhaseFlow, timeS: number): number {
  if (!flow.active.some(([fromS, toS]) => timeS >= fromS && timeS <= toS)) return 0;
  const value = flow.cwnd.at(timeS);
  return Number.isFinite(value) ? value : 0;
}

export function trajectory(a: PhaseFlow, b: PhaseFlow, domain: readonly [number, number]): Trajectory {
  const [fromS, toS] = domain;
  const most = a.cwnd.count + b.cwnd.count + 2;
  const path: Trajectory = {
    count: 0,
    timeS: new Float64Array(most),
    x: new Float32Array(most),
    y: new Float32Array(most),
  };
  const put = (timeS: number): void => {
    path.timeS[path.count] = timeS;
    path.x[path.count] = cwndAt(a, timeS);
    path.y[path.count] = cwndAt(b, timeS);
    path.count += 1;
  };
  let atA = a.cwnd.indexAt(fromS) + 1;
  let atB = b.cwnd.indexAt(fromS) + 1;
  if (atA > 0 || atB > 0) put(fromS);
  for (;;) {
    const nextS = Math.min(
      atA < a.cwnd.count ? (a.cwnd.timeS[atA] ?? Infinity) : Infinity,
      atB < b.cwnd.count ? (b.cwnd.timeS[atB] ?? Infinity) : Infinity,
    );
    if (!(nextS <= toS)) return path;
    while (atA < a.cwnd.count && (a.cwnd.timeS[atA] ?? Infinity) <= nextS) atA += 1;
    while (atB < b.cwnd.count && (b.cwnd.timeS[atB] ?? Infinity) <= nextS) atB += 1;
    put(nextS);
  }
}

/** Index of the last point at or before a time; -1 before the first. */
export function pointBefore(path: Trajectory, timeS: number): number {
  return lastAtOrBefore(path.timeS, path.count, timeS);
}

/** The point nearest to a position in packets, the latest of equal ones; null if out of reach. */
export function nearestPoint(path: Trajectory, x: number, y: number, reach: number): number | null {
  let found: number | null = null;
  let least = reach * reach;
  for (let at = 0; at < path.count; at += 1) {
    const dx = (path.x[at] ?? 0) - x;
    const dy = (path.y[at] ?? 0) - y;
    const distance = dx * dx + dy * dy;
    if (distance > least) continue;
    least = distance;
    found = at;
  }
  return found;
}
