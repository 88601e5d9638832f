/** Shared scales: one time axis for all lanes, one domain for all lanes of a row. */
import { outlineOf } from '../draw/outline.ts';
import type { LaneData, RowDefinition, TraceColumns } from '../types.ts';
import { ticksFor } from './ticks.ts';
import type { Tick } from './ticks.ts';

/** A reference is shown if it is at most this many times the highest value. */
const FAR_ABOVE = 4;
/** The same where curves are read against their levels: in a lesson. */
const FAR_ABOVE_IN_LESSONS = 12;

/** `steady`: the scale ignores short spikes; `whole`: it includes them. */
export type Fit = 'steady' | 'whole';

/**
 * The common domain of a row for all lanes: from zero to the highest lasting value. A row that only
 * grows starts at its value at the beginning of the range. Traces leave the top tenth free for the
 * marks. A short spike, as at the end of slow start, is cut off (`Spikes`) unless `fit` is `whole`.
 * `hasLevels`: the levels that help to read the curves are in it, too.
 */
export function rowDomain(
  row: RowDefinition,
  lanes: readonly LaneData[],
  timeDomain?: readonly [number, number],
  fit: Fit = 'steady',
  hasLevels = false,
): [number, number] {
  if (row.follows === true && timeDomain !== undefined) return followingDomain(row, lanes, timeDomain);
  const reach = fit === 'whole' || row.isLog === true ? peakOf : steadyPeak;
  let top = 0;
  // Includes the visible part of the run before: the scale is then steady while a new run arrives.
  for (const lane of lanes.flatMap(seenWith)) {
    for (const layer of row.layers(lane)) {
      if (layer.isDown === true) continue;
      const columns = layer.members ?? (layer.scales ? [layer.columns] : []);
      for (const member of columns) {
        const value = reach(member, timeDomain);
        if (Number.isFinite(value)) top = Math.max(top, value);
      }
    }
  }
  // A reference far above all values would press the curves to the floor: it is then not shown.
  const references = lanes.flatMap((lane) => {
    const reference = row.reference(lane);
    // Elsewhere a level that only helps to read the curves does not move their scale.
    return reference === null || (reference.isAside === true && !hasLevels) ? [] : reference;
  });
  const highest = Math.max(0, ...references.map(({ value }) => value));
  // What a queue holds says nothing of how large it could be.
  const isRead = hasLevels && references.some(({ isAside }) => isAside === true || row.unit === 'bps');
  const farAbove = isRead ? FAR_ABOVE_IN_LESSONS : FAR_ABOVE;
  if (top === 0 || highest <= farAbove * top) top = Math.max(top, highest);
  if (row.isLog === true) return [1, Math.max(10, top * 1.2)];
  const bottom =
    row.below !== undefined
      ? deepest(row, lanes, timeDomain, reach, top)
      : row.isSigned === true
        ? lowest(row, lanes, timeDomain, fit)
        : 0;
  if (row.below !== undefined && bottom < 0) return [bottom / TRACES_BELOW, top / TRACES_BELOW];
  return bottom < 0
    ? [bottom - 0.05 * (top - bottom), bottom + (top - bottom) / TRACES_BELOW]
    : domainTo(top);
}

/** The lowest lasting value in a range, or zero. */
function lowest(
  row: RowDefinition,
  lanes: readonly LaneData[],
  timeDomain: readonly [number, number] | undefined,
  fit: Fit,
): number {
  let bottom = 0;
  for (const lane of lanes.flatMap(seenWith))
    for (const { columns } of row.layers(lane)) {
      const { low, count } = outlineOf(columns, timeDomain ?? [0, lane.durationS], LOOKED_AT);
      const sorted = low.slice(0, count).sort();
      const least = sorted[0] ?? 0;
      const lasting = sorted[Math.ceil((count - 1) * LASTING)] ?? 0;
      const isSpike = fit === 'steady' && lasting < 0 && least < SPIKE * lasting;
      bottom = Math.min(bottom, isSpike ? lasting : least);
    }
  return bottom;
}

/** How far what is drawn downwards reaches, or its reference, which shows also while nothing is there yet. */
function deepest(
  row: RowDefinition,
  lanes: readonly LaneData[],
  timeDomain: readonly [number, number] | undefined,
  reach: typeof peakOf,
  top: number,
): number {
  const down = lanes.flatMap(seenWith).flatMap((lane) => row.layers(lane).filter(({ isDown }) => isDown));
  const deepestValue = Math.max(0, ...down.map(({ columns }) => reach(columns, timeDomain)));
  const limit = Math.max(0, ...lanes.map((lane) => -(row.below?.(lane)?.value ?? 0)));
  const isNear = limit <= FAR_ABOVE * deepestValue || (down.length > 0 && limit <= top);
  return -Math.max(deepestValue, isNear ? limit : 0);
}

/** A lane, and the lanes drawn behind it. */
function seenWith(lane: LaneData): LaneData[] {
  return [lane, ...(lane.before ? [lane.before] : []), ...(lane.behind ?? [])];
}

/** Number of columns in which a curve is examined for lasting values. */
const LOOKED_AT = 240;
/** A value lasts if more than this share of the columns reaches it. */
const LASTING = 0.015;
/** A peak this many times the highest lasting value is a spike. */
const SPIKE = 1.25;

function peakOf(columns: TraceColumns, timeDomain?: readonly [number, number]): number {
  if (timeDomain === undefined) return columns.peak;
  const { high, count } = outlineOf(columns, timeDomain, LOOKED_AT);
  let top = 0;
  for (let at = 0; at < count; at += 1) top = Math.max(top, high[at] ?? 0);
  return top;
}

/** The highest value in a range, ignoring a spike. */
function steadyPeak(columns: TraceColumns, timeDomain?: readonly [number, number]): number {
  if (timeDomain === undefined) return columns.peak;
  const { high, count } = outlineOf(columns, timeDomain, LOOKED_AT);
  // Too short to tell which values last.
  if (count < 8) return peakOf(columns, timeDomain);
  const sorted = high.slice(0, count).sort();
  const peak = sorted[count - 1] ?? 0;
  const lasting = sorted[Math.floor((count - 1) * (1 - LASTING))] ?? 0;
  return lasting > 0 && peak > SPIKE * lasting ? lasting : peak;
}

export interface Spike {
  timeS: number;
  value: number;
}

/** The highest value of a series in a range if it lies above the scale; else null. */
export function spikeOf(
  columns: TraceColumns,
  timeDomain: readonly [number, number],
  top: number,
): Spike | null {
  const { x, high, count } = outlineOf(columns, timeDomain, LOOKED_AT);
  let best = -1;
  for (let at = 0; at < count; at += 1) if ((high[at] ?? 0) > (high[best] ?? top)) best = at;
  if (best < 0) return null;
  const share = (x[best] ?? 0) / LOOKED_AT;
  return { timeS: timeDomain[0] + share * (timeDomain[1] - timeDomain[0]), value: high[best] ?? 0 };
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

/**
 * The domains of one of several lanes. Values that only grow differ much between lanes. In such a
 * row every lane has its own floor but the same height, so that equal slopes mean equal rates.
 */
export function laneDomains(
  rows: readonly RowDefinition[],
  domains: readonly [number, number][],
  lanes: readonly LaneData[],
  lane: LaneData,
  timeDomain: readonly [number, number],
): [number, number][] {
  return rows.map((row, index) => {
    const shared = domains[index] ?? [0, 1];
    if (row.follows !== true) return shared;
    const spans = lanes
      .map((item) => followingDomain(row, [item], timeDomain))
      .map(([low, high]) => high - low);
    const [low] = followingDomain(row, [lane], timeDomain);
    return [low, low + Math.max(...spans)];
  });
}

/** Traces stay below this share, marks above. Rounding up would waste much of a small chart. */
const TRACES_BELOW = 0.9;

export function domainTo(top: number): [number, number] {
  return top > 0 ? [0, top / TRACES_BELOW] : [0, 1];
}

/** The share of a row's height below a value. Made once, called per point. */
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

/** The share of the height below one value. */
export const heightShare = (value: number, domain: readonly [number, number], isLog = false): number =>
  heightShares(domain, isLog)(value);

/** The value at a share of the height. */
export function valueAt(share: number, [low, high]: readonly [number, number], isLog = false): number {
  return isLog ? low * (high / low) ** share : low + share * (high - low);
}

/** Powers of ten on a logarithmic axis: all, or every second, third and so on if too close. */
export function decadeTicks(domain: readonly [number, number], height: number, count: number): Tick[] {
  const highest = Math.floor(Math.log10(domain[1]));
  const step = Math.ceil((highest + 1) / (count + 1));
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => {
    const value = 10 ** (index * step);
    const text = value < 10_000 ? String(value) : ticksFor([0, value], [0, 1], 1).at(-1)?.text;
    return { value, position: height * (1 - heightShare(value, domain, true)), text: text ?? String(value) };
  });
}

/** The position of a time on the shared axis; the middle while the run has no length. */
export function positionOf(timeS: number, [fromS, toS]: readonly [number, number], width: number): number {
  return toS === fromS ? width / 2 : ((timeS - fromS) / (toS - fromS)) * width;
}

/**
 * Up to which position a picture is shown while the future is hidden. The clock's own column of pixels also holds what
 * comes after it, and its line is wider than the column: both stay hidden. `scale`: pixels of a column.
 */
export const shownTo = (position: number, scale: number): number =>
  (Math.floor(position / scale) - LINE_BEYOND) * scale;

/** Where a picture changes from strong to faint, or ends if the future has no strength. */
export function edgeAt(
  timeS: number,
  domain: readonly [number, number],
  { width, scale }: { width: number; scale: number },
  future: number,
): number {
  const position = positionOf(timeS, domain, width);
  return future === 0 ? shownTo(position, scale) : position;
}

/** A line stands in the middle of its column and is up to 1.5 columns wide. */
const LINE_BEYOND = 0.5;

export function timeAt(position: number, domain: readonly [number, number], width: number): number {
  const share = Math.min(1, Math.max(0, position / width));
  return domain[0] + share * (domain[1] - domain[0]);
}
