/** Connections by their two ends. */
import type { Segment } from './headers.ts';

/** Both ends as one number: there are less than 2²⁶ of them in the largest file. */
export class Pairs {
  readonly #ends = new Map<number, number>();

  key(from: number, to: number): number {
    return this.#end(from) * 2 ** 26 + this.#end(to);
  }

  #end(end: number): number {
    const known = this.#ends.get(end);
    if (known !== undefined) return known;
    this.#ends.set(end, this.#ends.size);
    return this.#ends.size - 1;
  }
}

/** One direction of a connection, and which of those between the same ends it is. */
export interface Endpoints {
  from: number;
  to: number;
  life: number;
}

/** An end is below 2⁴²: a small number of an address, and a port. */
const NEXT_LIFE = 2 ** 43;
const MAX_LIVES = 500;

export const keyOf = (pairs: Pairs, { from, to, life }: Endpoints): number =>
  pairs.key(from + life * NEXT_LIFE, to);

/**
 * Connections of the same ends, one after the other. A port may be used again: the next connection
 * begins with a SYN of another number. Follows the packets of one scan.
 */
export class Lives {
  readonly #pairs: Pairs;
  readonly #known = new Map<number, { syn: number | null; life: number }>();

  constructor(pairs: Pairs) {
    this.#pairs = pairs;
  }

  /** Which connection of its two ends a segment belongs to, from 0. */
  of({ from, to, isSyn, acknowledged, sequence, payload }: Segment): number {
    const key = this.#pairs.key(Math.min(from, to), Math.max(from, to));
    const known = this.#known.get(key);
    const opens = isSyn && acknowledged === null && payload === 0;
    if (known === undefined) {
      // A capture may begin in the midst of a connection.
      if (opens || payload > 0) this.#known.set(key, { syn: opens ? sequence : null, life: 0 });
      return 0;
    }
    if (opens && known.syn !== sequence) {
      known.syn = sequence;
      known.life = Math.min(known.life + 1, MAX_LIVES);
    }
    return known.life;
  }
}
