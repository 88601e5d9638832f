import { readFile, readText } from '../../src/files/index.ts';
import type { Curve, MeasuredFile, Opened } from '../../src/files/index.ts';

type Input = string | Uint8Array<ArrayBuffer>;

const opened = (input: Input): Promise<Opened> =>
  typeof input === 'string' ? readText(input) : readFile(input);

export async function measured(input: Input): Promise<MeasuredFile> {
  const found = await opened(input);
  if (!('measured' in found)) throw new Error(JSON.stringify(found).slice(0, 300));
  return found.measured;
}

/** The curve that is shown first. */
export async function curve(input: Input): Promise<Curve> {
  const [first] = (await measured(input)).curves;
  if (first === undefined) throw new Error('no curve');
  return first;
}

/** Times and windows in packets. */
export function pairs({ timeS, values, segment }: Curve): [number, number][] {
  return [...timeS].map((time, at) => [
    Number(time.toFixed(6)),
    Number(((values[at] ?? NaN) / (segment?.bytes ?? 1)).toFixed(9)),
  ]);
}

export async function problem(input: Input): Promise<string> {
  const found = await opened(input);
  return 'problem' in found ? found.problem : '';
}

export const peak = ({ values, segment }: Curve): number =>
  values.reduce((most, value) => Math.max(most, value), 0) / (segment?.bytes ?? 1);

export async function gzipped(input: Input): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([input]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
