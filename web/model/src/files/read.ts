/**
 * Reads a file of any supported kind, chosen by what it contains. The readers are Rust (`core/readers`), in a module that
 * is loaded with the first file. The data stay in the page.
 */
import { loadReaders } from '@ackscope/engine/readers';
import type { Beside, Curve, FitTable, MeasuredFile, Opened } from './types.ts';

/** The most bytes of a file, as in `core/readers`: a larger one is not even loaded. */
const MAX_BYTES = 200_000_000;

type Told<Columns> = Omit<Columns, 'timeS' | 'values' | 'beside'> & {
  timeS: number;
  values: number;
  beside: Partial<Record<Beside, number>>;
};
/** What the module says: numbers of columns stand where `Opened` has the columns. */
type About =
  | { measured: Omit<MeasuredFile, 'curves'> & { curves: Told<Curve>[] } }
  | { rateMs: number }
  | Exclude<Opened, { measured: unknown } | { rateMs: unknown }>;

export async function readFile(bytes: Uint8Array): Promise<Opened> {
  const { Reading } = await loadReaders();
  const reading = new Reading(bytes);
  try {
    const about = JSON.parse(reading.about()) as About;
    const column = (number: number): Float64Array => reading.column(number);
    if ('rateMs' in about) return { rateMs: column(about.rateMs) };
    if (!('measured' in about)) return about;
    const curves = about.measured.curves.map((curve): Curve => ({
      ...curve,
      timeS: column(curve.timeS),
      values: column(curve.values),
      beside: Object.fromEntries(Object.entries(curve.beside).map(([of, at]) => [of, column(at)])),
    }));
    return { measured: { ...about.measured, curves } };
  } finally {
    reading.free();
  }
}

/** `packetBytes` is a size set by hand, for a curve in bytes. */
export async function fitTable(curve: Curve, packetBytes: number | null): Promise<FitTable> {
  const { fit_table: tableOf } = await loadReaders();
  const { timeS, values, segment, beside, quantity, isFromStart } = curve;
  const columns = { timeS, values, ...beside };
  const bytes = segment === null ? null : (packetBytes ?? segment.bytes);
  const about = { quantity, isFromStart, bytes, columns: Object.keys(columns) };
  const all = new Float64Array(about.columns.length * timeS.length);
  Object.values(columns).forEach((column, at) => all.set(column, at * timeS.length));
  return JSON.parse(tableOf(JSON.stringify(about), all)) as FitTable;
}

/** Reads a file that the reader has chosen. It is not loaded if it is too large. */
export async function readBlob(file: Blob): Promise<Opened> {
  if (file.size > MAX_BYTES) return { problem: `It has ${file.size} bytes. At most ${MAX_BYTES} are read.` };
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return { problem: 'The browser cannot read it. Is it a folder, or was it removed?' };
  }
  return readFile(new Uint8Array(bytes));
}

export const readText = (text: string): Promise<Opened> => readFile(new TextEncoder().encode(text));
