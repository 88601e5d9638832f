/** Shared scales: one clock for all lanes, one height for all lanes of a row. */
import { scaleLinear } from 'd3-scale';
import type { LaneData, RowDefinition } from '../types.ts';

/** A domain from zero with round ends that holds every value of a row in all of its lanes. */
export function rowDomain(row: RowDefinition, lanes: readonly LaneData[]): [number, number] {
  let top = 0;
  for (const lane of lanes) {
    for (const layer of row.layers(lane)) {
      if (layer.scales && Number.isFinite(layer.columns.peak)) top = Math.max(top, layer.columns.peak);
    }
    const reference = row.reference(lane);
    if (reference !== null) top = Math.max(top, reference.value * 1.08);
  }
  return niceDomain(top);
}

export function niceDomain(top: number): [number, number] {
  if (!(top > 0)) return [0, 1];
  const [low = 0, high = 1] = scaleLinear([0, top * 1.02], [0, 1])
    .nice(4)
    .domain();
  return [low, high];
}

export interface Tick {
  value: number;
  position: number;
  text: string;
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
  const format = scale.tickFormat(count, ',~f');
  return values.map((value) => ({
    value: value * factor,
    position: scale(value),
    text: format(value).replaceAll(',', '\u202f'),
  }));
}

/** Where a time stands on the shared clock. */
export function positionOf(timeS: number, domain: readonly [number, number], width: number): number {
  return ((timeS - domain[0]) / (domain[1] - domain[0])) * width;
}

export function timeAt(position: number, domain: readonly [number, number], width: number): number {
  const share = Math.min(1, Math.max(0, position / width));
  return domain[0] + share * (domain[1] - domain[0]);
}
