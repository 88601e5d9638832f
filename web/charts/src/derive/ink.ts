/** Where a row is painted, so that texts find a free place. */
import { downwards, outlineOf } from '../draw/outline.ts';
import { heightShares } from '../frame/scales.ts';
import type { LaneData, RowDefinition } from '../types.ts';

export interface ColumnInk {
  /** In pixels from the plot's left edge and top. */
  x: number;
  top: number;
  bottom: number;
}

/** What a lane's traces cover in each column of pixels. With `hasAreas`, an area covers what is below its curve. */
export function columnsInk(
  row: RowDefinition,
  lane: LaneData,
  timeDomain: readonly [number, number],
  domain: readonly [number, number],
  { width, height }: { width: number; height: number },
  hasAreas = true,
): ColumnInk[] {
  const shareOf = heightShares(domain, row.isLog);
  const clamped = (value: number): number => height * (1 - Math.min(1, Math.max(0, shareOf(value))));
  const zero = clamped(Math.max(0, domain[0]));
  const drawn = [lane, ...(lane.behind ?? [])];
  const inks = drawn.flatMap((one) =>
    row.layers(one).flatMap(({ columns, style, members, isDown = false }) =>
      (members ?? [columns]).flatMap((series) => {
        const up = outlineOf(series, timeDomain, width);
        const outline = isDown ? downwards(up) : up;
        const all: ColumnInk[] = [];
        for (let at = 0; at < outline.count; at += 1) {
          const low = Math.min(outline.low[at] ?? 0, outline.enter[at] ?? 0);
          const high = Math.max(outline.high[at] ?? 0, outline.enter[at] ?? 0);
          // A value holds until the next column with data.
          const next = at + 1 < outline.count ? (outline.x[at + 1] ?? width) : width;
          const isArea = hasAreas && style === 'area';
          // An area reaches from its curve to zero.
          const inked = (high: number, low: number) =>
            isArea
              ? { top: isDown ? zero : clamped(high), bottom: isDown ? clamped(low) : zero }
              : { top: clamped(high), bottom: clamped(low) };
          all.push({ x: outline.x[at] ?? 0, ...inked(high, low) });
          const held = outline.leave[at] ?? 0;
          for (let x = (outline.x[at] ?? 0) + 1; x < next; x += 2) all.push({ x, ...inked(held, held) });
        }
        return all;
      }),
    ),
  );
  return inks;
}
