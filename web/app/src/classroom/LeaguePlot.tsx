import { Axes, cssColour, plotBox, ticksFor, useSize } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { SLICE_S } from './league.ts';
import styles from './League.module.css';

/** Before layout, and where nothing can be measured. */
const DEFAULT_SIZE = { width: 720, height: 320, scale: 1 };
const MARGIN = { left: 48, right: 110, top: 8, bottom: 40 };
/** A name needs this height. */
const LETTER_PX = 13;

export interface Strip {
  id: string;
  look: SeriesStyle | undefined;
  /** In each slice of the run, in bit/s. */
  goodputBps: readonly number[];
}

/** What each gets of the link that all share, one above the other: together they fill it. */
export function LeaguePlot({ strips, rateBps }: { strips: readonly Strip[]; rateBps: number }) {
  const [frame, size] = useSize<HTMLDivElement>();
  const { width, height, scale } = size ?? DEFAULT_SIZE;
  const box = plotBox(width, height, MARGIN, scale);
  const slices = strips[0]?.goodputBps.length ?? 0;
  const y = (bps: number): number => box.height * (1 - Math.min(1, bps / rateBps));
  /** In each slice: what those below it get. */
  const floorOf = (place: number): number[] =>
    Array.from({ length: slices }, (_, at) =>
      strips.slice(0, place).reduce((sum, { goodputBps }) => sum + (goodputBps[at] ?? 0), 0),
    );
  return (
    <div ref={frame} className={styles.plot} data-plot="together">
      <svg width={width} height={height} role="img" aria-label="Goodput of each over time; the table has it">
        <g transform={`translate(${String(box.left)} ${String(box.top)})`}>
          <Axes
            box={box}
            scale={scale}
            x={{ ticks: ticksFor([0, Math.max(1, slices) * SLICE_S], [0, box.width], 6), title: 'time, s' }}
            y={{ ticks: ticksFor([0, rateBps], [box.height, 0], 4, 1e6), title: 'Mbit/s' }}
          />
          {strips.map(({ id, look }, place) => {
            const [floor, top] = [floorOf(place), floorOf(place + 1)];
            const points = (edge: readonly number[]): string[] =>
              edge.flatMap((bps, at) =>
                [at, at + 1].map((end) => `${((end / slices) * box.width).toFixed(1)},${y(bps).toFixed(1)}`),
              );
            const [high, low] = [y(top.at(-1) ?? 0), y(floor.at(-1) ?? 0)];
            const fill = cssColour(look?.colour ?? 'slate');
            return (
              <g key={id} fill={fill}>
                <polygon points={[...points(top), ...points(floor).toReversed()].join(' ')} />
                {low - high >= LETTER_PX * scale && (
                  <text x={box.width + 8 * scale} y={(high + low) / 2} dy="0.32em">
                    {id}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
