import type { Curve, FitTable, MeasuredFile } from '@ackscope/model/files';

/** A measured window in packets. */
export interface MeasuredTrace {
  name: string;
  timeS: Float64Array;
  packets: Float64Array;
}

/** A curve, with its packet size if that is set by hand. */
export interface Tabled {
  curve: Curve;
  packetBytes: number | null;
}

/** Makes the table of a curve outside of the page's thread; null if there is none. `stop` ends it. */
export type Tabling = (of: Tabled) => { table: Promise<FitTable | null>; stop: () => void };

/** A file of the reader's own. */
export interface OwnFile {
  measured: MeasuredFile;
  tabling: Tabling;
  /** The connection on the screen. */
  chosen: number;
  /** The packet size that the reader has set; null for the file's. */
  packetBytes: number | null;
}

export interface PlacedTrace {
  /** The id of the page's own set; null for a file. */
  set: string | null;
  name: string;
  /** The kind of file, in words. */
  kind: string;
  /** For a file one trace for all lanes; for a set one trace per measured algorithm. */
  parts: readonly { algorithm: string | null; trace: MeasuredTrace }[];
  file: OwnFile | null;
  /** Of a set that has all that a fit reads: its network can be found. */
  table: FitTable | null;
  shiftS: number;
  scale: number;
}

/** A curve of a file in packets; null for a file without curves. */
export function traceOf(
  name: string,
  { measured, chosen, packetBytes }: Omit<OwnFile, 'tabling'>,
): MeasuredTrace | null {
  const curve = measured.curves[chosen];
  if (curve === undefined) return null;
  const bytes = curve.segment === null ? 1 : (packetBytes ?? curve.segment.bytes);
  return {
    name: curve.quantity === 'cwnd' ? name : `${name}: ${curve.quantity}`,
    timeS: curve.timeS,
    packets: bytes === 1 ? curve.values : curve.values.map((value) => value / bytes),
  };
}
