/** Where the marks of a claim lie on its number line, in parts of its length. */
import type { ClaimLine } from '@ackscope/engine';

/** Free space at both ends, as a part of what the marks need. */
const ROOM = 0.18;

export interface Places {
  /** The allowed range; an open end is the end of the line. */
  allowed: readonly [number, number];
  measured: number;
  /** Its 95 % interval; null where it does not scatter. */
  interval: readonly [number, number] | null;
  ns2: number | null;
}

export function placesOf({ measured, half_width, expected, low, high, ns2 }: ClaimLine): Places {
  const interval =
    half_width === null || half_width === 0
      ? null
      : ([measured - half_width, measured + half_width] as const);
  const shown = [measured, expected, ...(interval ?? []), low, high, ns2].filter((value) => value !== null);
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const room = (most - least || Math.abs(most) || 1) * ROOM;
  const place = (value: number): number => (value - least + room) / (most - least + 2 * room);
  return {
    allowed: [low === null ? 0 : place(low), high === null ? 1 : place(high)],
    measured: place(measured),
    interval: interval === null ? null : [place(interval[0]), place(interval[1])],
    ns2: ns2 === null ? null : place(ns2),
  };
}
