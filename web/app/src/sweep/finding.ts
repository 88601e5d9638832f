/** What a sweep found, in one sentence: where the lanes differ most, and by how much. */
import { formatNumber } from '@ackscope/charts';
import type { SweptValue } from './figure.ts';

/** The lanes at one place of the sweep; null where nothing is measured yet. */
export interface FoundAt {
  /** As in “Loss probability 0.01”. */
  place: string;
  lanes: readonly { name: string; value: SweptValue | null }[];
}

export interface Measured {
  /** What is measured, as in “goodput”. */
  name: string;
  /** A share of one: differences are points, not ratios. */
  isShare: boolean;
  /** Delivered, and not only measured. */
  isGoodput: boolean;
}

interface Gap {
  place: string;
  more: string;
  less: string;
  size: number;
}

/** Below this a difference is none, however sure: 2 %, or half a point. */
const LEAST = { ratio: 1.02, points: 0.5 };

/** Null where there is nothing to compare. */
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
  if (most === null || most.size < (measured.isShare ? LEAST.points : LEAST.ratio))
    return `No difference in ${measured.name} that is more than chance.`;
  return `${most.place}: ${inWords(most, measured)}.`;
}

/** The intervals of the two means do not meet. */
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
