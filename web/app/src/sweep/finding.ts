/** The result of a sweep in one sentence: where the lanes differ most, and by how much. */
import { formatNumber } from '@ackscope/charts';
import type { SweptValue } from './figure.ts';

/** The lanes at one position of the sweep; null if not measured yet. */
export interface FoundAt {
  /** For example “Loss probability 0.01”. */
  place: string;
  lanes: readonly { name: string; value: SweptValue | null }[];
}

export interface Measured {
  /** The measured quantity, for example “goodput”. */
  name: string;
  /** A share of one: differences are in percentage points, not ratios. */
  isShare: boolean;
  /** A goodput: the sentence then says “delivers”. */
  isGoodput: boolean;
}

interface Gap {
  place: string;
  more: string;
  less: string;
  size: number;
}

/** A smaller difference is not mentioned, even if it is significant: 2 %, or half a point. */
const MIN = { ratio: 1.02, points: 0.5 };

/** Null if there is nothing to compare. */
export function findingOf(found: readonly FoundAt[], measured: Measured): string | null {
  let most: Gap | null = null;
  let compared = 0;
  for (const { place, lanes } of found) {
    const known = lanes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
    for (const more of known) {
      for (const less of known) {
        if (more === less) continue;
        compared += 1;
        if (!isApart(more.value, less.value)) continue;
        const size = measured.isShare
          ? 100 * (more.value.mean - less.value.mean)
          : more.value.mean / less.value.mean;
        if (Number.isFinite(size) && size > (most?.size ?? 0))
          most = { place, more: more.name, less: less.name, size };
      }
    }
  }
  if (compared === 0) return null;
  if (most === null || most.size < (measured.isShare ? MIN.points : MIN.ratio))
    return `No difference in ${measured.name} that is more than chance.`;
  return `${most.place}: ${inWords(most, measured)}.`;
}

/** Whether the intervals of the two means do not overlap. */
function isApart(more: SweptValue, less: SweptValue): boolean {
  return more.mean - (more.halfWidth ?? 0) > less.mean + (less.halfWidth ?? 0);
}

function inWords({ more, less, size }: Gap, { name, isShare, isGoodput }: Measured): string {
  if (isShare) return `the ${name} of ${more} is ${formatNumber(size, 2)} points above that of ${less}`;
  const much =
    size < 2 ? `${formatNumber(100 * (size - 1), 2)} % more` : `${formatNumber(size, 2)} times as much`;
  return isGoodput
    ? `${more} delivers ${much} ${size < 2 ? 'than' : 'as'} ${less}`
    : `the ${name} of ${more} is ${size < 2 ? `${formatNumber(100 * (size - 1), 2)} % above that` : `${formatNumber(size, 2)} times that`} of ${less}`;
}
