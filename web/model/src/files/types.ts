/** What a file holds. */

/** A capture of packets tells only what is in flight; all other kinds tell cwnd itself. */
export type Quantity = 'cwnd' | 'data in flight';

/** The size of a packet in a file that counts bytes. */
export interface SegmentSize {
  bytes: number;
  /** Where the size comes from, in words: it can be corrected by hand. */
  from: string;
}

/** What a file may tell beside the window; NaN where it does not. Counts are those so far. */
export type Beside =
  'rttS' | 'flightPackets' | 'flightBytes' | 'ackedPackets' | 'ackedBytes' | 'retransmitted';

/** The window of one connection. */
export interface Curve {
  /** The connection, as the file names it; empty if the file has only one. */
  name: string;
  quantity: Quantity;
  /** Not decreasing, not negative. */
  timeS: Float64Array;
  /** In bytes if there is a segment size, otherwise in packets. */
  values: Float64Array;
  segment: SegmentSize | null;
  /** At the same times. */
  beside: Partial<Record<Beside, Float64Array>>;
  /** False if the file is known to begin in the midst of the connection. */
  isFromStart: boolean;
  /** What makes this curve uncertain, in sentences. */
  warnings: string[];
}

/** A curve as a fit reads it (docs/fit.md). */
export interface FitTable {
  text: string;
  /** The curve's time at which the clock of the table is zero. */
  zeroS: number;
  samples: number;
}

export interface MeasuredFile {
  /** The kind of file, in words. */
  kind: string;
  /** By connection; the first one is shown first. */
  curves: Curve[];
  /** What makes all of them uncertain, in sentences. */
  warnings: string[];
  /** No name tells what the values are: they may as well be a rate in Mbit/s. */
  mayBeRate: boolean;
}

export type Opened =
  | { measured: MeasuredFile }
  | { scenario: string }
  /** Instants at which 1500 bytes may be sent, in ms. */
  | { rateMs: Float64Array }
  /** From each time in seconds on a rate in bit/s. */
  | { rateSteps: [number, number][] }
  | { problem: string };
