import { useMemo } from 'react';
import { Axes, cssColour, formatQuantity } from '@ackscope/charts';
import type { SeriesStyle } from '@ackscope/charts';
import { Mark } from '../kit/icons.tsx';
import { BOX, HEIGHT, plotOf, WIDTH } from './plot.ts';
import type { PlotRow } from './plot.ts';
import { percent } from './scoreTexts.ts';
import styles from './Score.module.css';

export interface ScorePlotProps {
  rows: readonly PlotRow[];
  open: string | null;
  lookOf: (algorithm: string) => SeriesStyle | undefined;
  onOpen: (algorithm: string) => void;
}

/** All algorithms, goodput over delay. The table has the same data and works by keyboard. */
export function ScorePlot({ rows, open, lookOf, onOpen }: ScorePlotProps) {
  const { points, x, y } = useMemo(() => plotOf(rows), [rows]);
  return (
    <figure className={styles.figure}>
      <figcaption>
        <h2>Goodput over delay</h2>
        <p>Means over all paths. Better is up and to the right.</p>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Goodput over delay; the numbers are in the table"
        data-plot="score"
      >
        <g transform={`translate(${BOX.left} ${BOX.top})`}>
          <Axes
            box={BOX}
            x={{ ticks: x, title: 'p95 queueing delay, shorter to the right' }}
            y={{ ticks: y, title: 'goodput, of the fair share' }}
          />
          {points.map((point) => {
            const look = lookOf(point.id);
            const isOpen = point.id === open;
            return (
              <g
                key={point.id}
                className={styles.point}
                data-point={point.id}
                data-open={isOpen}
                onClick={() => onOpen(point.id)}
              >
                <title>{`${point.name}: ${percent(point.share)}, ${formatQuantity(point.delayS, 's')}`}</title>
                {point.label?.leader !== undefined && <path data-leader d={point.label.leader} />}
                <g
                  transform={`translate(${point.x.toFixed(1)} ${point.y.toFixed(1)}) scale(${isOpen ? 1.5 : 1}) translate(-13 -6)`}
                  fill={cssColour(look?.colour ?? 'slate')}
                >
                  <Mark shape={look?.mark ?? 'circle'} />
                </g>
                {point.label !== null && (
                  <text x={point.label.x} y={point.label.y} textAnchor={point.label.anchor}>
                    {point.name}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      </svg>
    </figure>
  );
}
