/** Shared scales: one clock for all lanes, one height for all lanes of a row. */
import { scaleLinear } from 'd3-scale';
import type { LaneData, RowDefinition } from '../types.ts';

/** How far above the highest value a reference may lie and still be shown. */
const FAR_ABOVE = 4;

/**
 * A domain that just holds every value of a row in all of its lanes: from zero, or for what only
 * grows from where it holds when the range begins.
 */
export function rowDomain(
  row: RowDefinition,
  lanes: readonly LaneData[],
  timeDomain?: readonly [number, number],
): [number, number] {
  if (row.follows === true && timeDomain !== undefined) return followingDomain(row, lanes, timeDomain);
  let top = 0;
  // What is still seen of the run before has its place too: the scale is then steady while a new
  // run comes.
  for (const lane of lanes.flatMap((item) => (item.before ? [item, item.before] : [item]))) {
    for (const layer of row.layers(lane)) {
      for (const member of layer.members ?? []) {
        if (Number.isFinite(member.peak)) top = Math.max(top, member.peak);
      }
      if (layer.scales && Number.isFinite(layer.columns.peak)) top = Math.max(top, layer.columns.peak);
    }
  }
  // A reference far above everything that happened would press it to the floor: it then stays
  // outside.
  const references = lanes.flatMap((lane) => row.reference(lane)?.value ?? []);
  const highest = Math.max(0, ...references);
  if (top === 0 || highest <= FAR_ABOVE * top) top = Math.max(top, highest * 1.04);
  return row.isLog === true ? [1, Math.max(10, top * 1.2)] : domainTo(top);
}

function followingDomain(
  row: RowDefinition,
  lanes: readonly LaneData[],
  timeDomain: readonly [number, number],
): [number, number] {
  let bottom = Infinity;
  let top = -Infinity;
  for (const lane of lanes) {
    for (const { columns } of row.layers(lane)) {
      const first = columns.timeS[0] ?? 0;
      for (const timeS of timeDomain) {
        const value = columns.at(Math.max(first, Math.min(timeS, lane.simulatedS)));
        if (!Number.isFinite(value)) continue;
        bottom = Math.min(bottom, value);
        top = Math.max(top, value);
      }
    }
  }
  if (top < bottom) return [0, 1];
  const air = Math.max(1, (top - bottom) * 0.04);
  return [Math.max(0, bottom - air), top + air];
}

/** A little room above the highest value: rounding up would waste half of a small chart. */
export function domainTo(top: number): [number, number] {
  return top > 0 ? [0, top * 1.04] : [0, 1];
}

export interface Tick {
  value: number;
  position: number;
  text: string;
}

/** The share of a row's height below a value, 0 to 1 over the domain. Made once, used per point. */
export function heightShares(
  [low, high]: readonly [number, number],
  isLog = false,
): (value: number) => number {
  if (isLog) {
    const perDecade = 1 / Math.log10(high / low);
    return (value) => Math.log10(Math.max(value, low) / low) * perDecade;
  }
  const perUnit = 1 / (high - low);
  return (value) => (value - low) * perUnit;
}

/** The share of one value. */
export const heightShare = (value: number, domain: readonly [number, number], isLog = false): number =>
  heightShares(domain, isLog)(value);

/** Powers of ten on a logarithmic axis: all, or every second one and so on where too close. */
export function decadeTicks(domain: readonly [number, number], height: number, count: number): Tick[] {
  const highest = Math.floor(Math.log10(domain[1]));
  const step = Math.ceil((highest + 1) / (count + 1));
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => {
    const value = 10 ** (index * step);
    const text = value < 10_000 ? String(value) : ticksFor([0, value], [0, 1], 1).at(-1)?.text;
    return { value, position: height * (1 - heightShare(value, domain, true)), text: text ?? String(value) };
  });
}

/** Round values along an axis, with texts that all carry the same decimals. */
export function ticksFor(
  domain: readonly [number, number],
  range: readonly [number, number],
  count: number,
  factor = 1,
): Tick[] {
  const scale = scaleLinear([domain[0] / factor, domain[1] / factor], [range[0], range[1]]);
  const values = scale.ticks(count);
  const large = Math.max(Math.abs(scale.domain()[1] ?? 0), 0) >= 10_000;
  const format = scale.tickFormat(count, large ? '~s' : '~f');
  return values.map((value) => ({ value: value * factor, position: scale(value), text: format(value) }));
}

/** Where a time stands on the shared clock. */
export function positionOf(timeS: number, domain: readonly [number, number], width: number): number {
  return ((timeS - domain[0]) / (domain[1] - domain[0])) * width;
}

export function timeAt(position: number, domain: readonly [number, number], width: number): number {
  const share = Math.min(1, Math.max(0, position / width));
  return domain[0] + share * (domain[1] - domain[0]);
}
