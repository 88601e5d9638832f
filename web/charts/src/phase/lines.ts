/**
 * The lines of the vector diagram of Chiu and Jain (1989): equal shares, and a full link. The axes
 * are windows instead of rates. A window is a rate times an RTT, so the lines turn if the two RTTs
 * differ.
 */
import { cwndAt } from './trajectory.ts';
import type { PhaseFlow } from './trajectory.ts';

export interface PhaseLink {
  rateBps: number;
  /** How long a full queue takes to drain; null if the queue is unlimited. */
  fullQueueS: number | null;
}

/** The ends of a line of equal load, in packets on each axis. */
export interface LoadLine {
  onX: number;
  onY: number;
}

type Timed = Pick<PhaseFlow, 'rttS' | 'packetBits'>;

/** The slope of the line of equal rates, without queueing. */
export function fairSlope(a: Timed, b: Timed): number {
  return (a.packetBits * b.rttS) / (b.packetBits * a.rttS);
}

/** The windows that together send at the link's rate, with this queueing delay. */
export function loadLine(a: Timed, b: Timed, rateBps: number, waitS: number): LoadLine {
  return {
    onX: (rateBps * (a.rttS + waitS)) / a.packetBits,
    onY: (rateBps * (b.rttS + waitS)) / b.packetBits,
  };
}

/** Samples per time range, and how many of the largest cwnds may lie outside. */
const MOMENTS = 500;
const OUTSIDE = 5;

/** The largest cwnd held for more than an instant: slow start's overshoot would hide the rest. */
export function sustainedPeak(flow: PhaseFlow, domain: readonly [number, number]): number {
  const [fromS, toS] = domain;
  const values = Array.from({ length: MOMENTS }, (_, at) =>
    cwndAt(flow, fromS + ((toS - fromS) * at) / MOMENTS),
  ).sort((a, b) => b - a);
  return values[OUTSIDE] ?? 0;
}

/** One domain for both axes that holds trajectories and lines; equal shares are the diagonal. */
export function phaseTop(peaks: readonly number[], lines: readonly LoadLine[]): number {
  const windows = Math.max(0, ...peaks);
  const load = Math.max(0, ...lines.map(({ onX, onY }) => Math.max(onX, onY)));
  // A BDP far larger than any window would press the picture into a corner: its line is then
  // outside.
  const top = load <= 4 * windows ? Math.max(windows, load) : windows;
  return top > 0 ? top * 1.04 : 1;
}
