/**
 * Where two flows share fairly, and where together they fill the link: the lines of the vector
 * diagram of Chiu and Jain (1989), in windows instead of rates. A window is a rate times a
 * round-trip time, so that the lines turn where the two round-trip times differ.
 */
import { cwndAt } from './trajectory.ts';
import type { PhaseFlow } from './trajectory.ts';

export interface PhaseLink {
  rateBps: number;
  /** How long a full queue takes to drain; null where it has no end. */
  fullQueueS: number | null;
}

/** Packets on each axis between which a line of equal load runs. */
export interface LoadLine {
  onX: number;
  onY: number;
}

type Timed = Pick<PhaseFlow, 'rttS' | 'packetBits'>;

/** How steeply the line of equal rates rises, while no queue stands. */
export function fairSlope(a: Timed, b: Timed): number {
  return (a.packetBits * b.rttS) / (b.packetBits * a.rttS);
}

/** The windows that together send at the link's rate while packets wait so long. */
export function loadLine(a: Timed, b: Timed, rateBps: number, waitS: number): LoadLine {
  return {
    onX: (rateBps * (a.rttS + waitS)) / a.packetBits,
    onY: (rateBps * (b.rttS + waitS)) / b.packetBits,
  };
}

/** How many samples stand for a time range, and how many of the largest cwnds may be outside. */
const MOMENTS = 500;
const OUTSIDE = 5;

/** The largest cwnd held for more than an instant: slow start's overshoot would dwarf the rest. */
export function sustainedPeak(flow: PhaseFlow, domain: readonly [number, number]): number {
  const [fromS, toS] = domain;
  const values = Array.from({ length: MOMENTS }, (_, at) =>
    cwndAt(flow, fromS + ((toS - fromS) * at) / MOMENTS),
  ).sort((a, b) => b - a);
  return values[OUTSIDE] ?? 0;
}

/** One domain for both axes that holds trajectories and lines: equal shares are the diagonal. */
export function phaseTop(peaks: readonly number[], lines: readonly LoadLine[]): number {
  const windows = Math.max(0, ...peaks);
  const load = Math.max(0, ...lines.map(({ onX, onY }) => Math.max(onX, onY)));
  // A pipe far larger than any window would press the picture into a corner: its line then stays
  // outside.
  const top = load <= 4 * windows ? Math.max(windows, load) : windows;
  return top > 0 ? top * 1.04 : 1;
}
