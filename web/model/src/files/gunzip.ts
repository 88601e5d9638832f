import { Refusal } from './types.ts';

/** The most bytes of a file, also after decompression. */
export const MAX_BYTES = 200_000_000;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** The content of a gzip file. A small file can hold gigabytes, so it is read up to the limit. */
export async function gunzip(
  bytes: Uint8Array<ArrayBuffer>,
  most = MAX_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > most)
        throw new Refusal(
          `It is larger than ${most / 1e6} MB after decompression, which is the most that is read.`,
        );
      parts.push(value);
    }
  } catch (thrown) {
    await reader.cancel().catch(() => undefined);
    if (thrown instanceof Refusal) throw thrown;
    // Chromium reads only one part, also if others follow (`cat a.gz b.gz`).
    throw new Refusal(
      'The gzip file is damaged or cut off, or it has several parts: then decompress it with gunzip first.',
    );
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
