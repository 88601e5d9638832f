/**
 * The segment size of windows that a file tells in bytes. Files seldom name it. In slow start a
 * window grows by whole segments, so the first windows have it as a common divisor.
 */
import type { SegmentSize } from './types.ts';

/** The smallest that counts as a segment: RFC 791 lets every link carry 68 bytes, 28 of data. */
const MIN_BYTES = 28;
/** The largest payload of an Ethernet frame. */
export const LARGEST_BYTES = 1460;
/** Ethernet with timestamps, over IPv4: what most senders of today use. */
const USUAL = 1448;
/** Sizes of common senders, the likeliest first. */
const COMMON = [1448, 1460, 1440, 1428, 1400, 1380, 1388, 1500, 1200, 1252, 1280, 1350, 1024, 1000, 536, 512];

export const GUESS: SegmentSize = { bytes: USUAL, from: 'a guess: the file does not tell it' };

export function greatestDivisor(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other !== 0) [one, other] = [other, one % other];
  return one;
}

/** The common divisor of the windows up to the first that is no multiple of a segment. */
function commonDivisor(values: readonly number[]): { bytes: number; windows: number } {
  let bytes = 0;
  const seen = new Set<number>();
  for (const value of values) {
    if (value === 0) continue;
    if (!Number.isInteger(value)) break;
    const next = greatestDivisor(value, bytes);
    if (next < MIN_BYTES) break;
    bytes = next;
    seen.add(value);
  }
  return { bytes, windows: seen.size };
}

/** A whole part of `bytes` that can be a segment: a common size if there is one. */
function partOf(bytes: number): number | null {
  if (bytes <= LARGEST_BYTES) return bytes;
  const common = COMMON.find((size) => bytes % size === 0);
  if (common !== undefined) return common;
  // Initial windows: ten segments (RFC 6928), four, three or two.
  return (
    [10, 4, 3, 2]
      .map((count) => bytes / count)
      .find((size) => Number.isInteger(size) && size <= LARGEST_BYTES) ?? null
  );
}

/** The segment size of windows in bytes. */
export function segmentOfBytes(values: readonly number[], usual: readonly number[] = []): SegmentSize {
  const { bytes, windows } = commonDivisor(values);
  if (bytes === 0) return GUESS;
  const named = usual.find((size) => bytes % size === 0);
  const part = named ?? partOf(bytes);
  if (part === null) return GUESS;
  return {
    bytes: part,
    from:
      windows > 1
        ? `the first ${windows} sizes of the window are multiples of it`
        : 'a guess: the first window is a multiple of it',
  };
}

/**
 * Whether windows without a unit are bytes. A window in packets starts small and takes every whole
 * number, or fractions.
 */
export function looksLikeBytes(values: readonly number[]): boolean {
  const { bytes, windows } = commonDivisor(values);
  if (bytes >= 100 && windows > 1) return true;
  const least = values.reduce((most, value) => (value > 0 ? Math.min(most, value) : most), Infinity);
  return least >= 340 && least < Infinity;
}

/**
 * The size of a full segment among payloads: the largest that is common, which carries at least a
 * twentieth of the bytes. Many tiny segments do not decide. Null without any.
 */
export function largestCommon(counts: ReadonlyMap<number, number>): number | null {
  let total = 0;
  for (const [size, count] of counts) total += size * count;
  const common = [...counts].filter(([size, count]) => size > 0 && size * count >= total / 20);
  return common.length === 0 ? null : Math.max(...common.map(([size]) => size));
}

/** One segment of those that a network card divides later: a whole part of all common payloads. */
export function unbundled(bytes: number): number {
  return bytes > 1500 ? (partOf(bytes) ?? bytes) : bytes;
}
