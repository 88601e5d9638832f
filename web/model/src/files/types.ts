/** What a file holds, and what reads it. */
import type { Json } from '../json.ts';

/** A capture of packets tells only what is in flight; all other kinds tell cwnd itself. */
export type Quantity = 'cwnd' | 'data in flight';

/** The size of a packet in a file that counts bytes. */
export interface SegmentSize {
  bytes: number;
  /** Where the size comes from, in words: it can be corrected by hand. */
  from: string;
}

/** What a file may tell beside the window; NaN where it does not. Counts are those so far. */
export const BESIDE = [
  'rttS',
  'flightPackets',
  'flightBytes',
  'ackedPackets',
  'ackedBytes',
  'retransmitted',
] as const;
export type Beside = (typeof BESIDE)[number];

/** The window of one connection. */
export interface Curve {
  /** The connection, as the file names it; empty if the file has only one. */
  name: string;
  quantity: Quantity;
  /** Not decreasing, starting at zero. */
  timeS: Float64Array;
  /** In bytes if there is a segment size, otherwise in packets. */
  values: Float64Array;
  segment: SegmentSize | null;
  /** At the same times. */
  beside: Partial<Record<Beside, Float64Array>>;
  /** False if the file is known to begin in the midst of the connection. */
  isFromStart: boolean;
}

export interface MeasuredFile {
  /** The kind of file, in words. */
  kind: string;
  /** By connection; the first one is shown first. */
  curves: Curve[];
  /** What makes the result uncertain, in sentences. */
  warnings: string[];
}

export type Opened =
  { measured: MeasuredFile } | { scenario: string } | { rateMs: Float64Array } | { problem: string };

/** A file's content, decoded at the first use. */
export interface Content {
  bytes: Uint8Array;
  /** The first sixty-four thousand bytes as text. */
  head: string;
  /** The lines of the text, without their ends. */
  lines: () => readonly string[];
  /** The value of a JSON text; undefined if it is none. */
  json: () => Json | undefined;
}

/** One kind of file. */
export interface Reader {
  /** The kind in a list of what can be read. */
  kind: string;
  /** Whether a file is of this kind, by its content. */
  claims: (content: Content) => boolean;
  /** What it holds. May throw a `Refusal`. */
  read: (content: Content) => Opened;
}

/** The longest sentence about a file: it quotes names of the file, which may be as long as the file. */
const LONGEST_REASON = 1000;

/** Why a file is not read: a sentence for its owner. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason);
  }
}

/** A refusal with the place, what was expected and what was found. */
export function refuseLine(index: number, expected: string, found: string): Refusal {
  const short = found.length > 40 ? `${found.slice(0, 40)}…` : found;
  return new Refusal(`Line ${index + 1}: expected ${expected}, found “${short}”.`);
}
