import { memo } from 'react';
import type { BandSpan } from '../types.ts';
import { decadeTicks, heightShare, positionOf, ticksFor } from './scales.ts';
import styles from './LaneFrame.module.css';

interface GridProps {
  width: number;
  height: number;
  low: number;
  high: number;
  factor: number;
  isLog: boolean;
  /** Nothing is known yet of what the row will show: then its scale is not either. */
  isBlank: boolean;
  fromS: number;
  toS: number;
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  reference: number | null;
}

/** Behind the traces: periods of other traffic, grid lines, ticks, and the reference. */
export const Grid = memo(function Grid(props: GridProps) {
  const { width, height, low, high, factor, isLog, fromS, toS, timeTicks, bands, reference } = props;
  const count = height > 130 ? 4 : height > 60 ? 3 : 2;
  const ticks = props.isBlank
    ? []
    : isLog
      ? decadeTicks([low, high], height, count)
      : ticksFor([low, high], [height, 0], count, factor);
  const x = (timeS: number): number => positionOf(timeS, [fromS, toS], width);
  const referenceY = reference === null ? null : height - heightShare(reference, [low, high], isLog) * height;
  return (
    <svg className={styles.grid} width={width} height={height} aria-hidden="true">
      {bands.filter(isTraffic).map((band) => (
        <rect
          key={`${band.fromS}-${band.toS}`}
          className={styles.band}
          x={x(Math.max(fromS, band.fromS))}
          y={0}
          width={Math.max(0, x(Math.min(toS, band.toS)) - x(Math.max(fromS, band.fromS)))}
          height={height}
        />
      ))}
      {timeTicks.map((timeS) => (
        <line key={timeS} className={styles.gridLine} x1={x(timeS)} x2={x(timeS)} y1={0} y2={height} />
      ))}
      {ticks.map((tick) => (
        <g key={tick.value}>
          <line className={styles.gridLine} x1={0} x2={width} y1={tick.position} y2={tick.position} />
          <text
            className={styles.tick}
            x={-6}
            y={Math.min(height - 5, Math.max(5, tick.position))}
            textAnchor="end"
            dominantBaseline="middle"
          >
            {tick.text}
          </text>
        </g>
      ))}
      <line className={styles.floor} x1={0} x2={width} y1={height} y2={height} />
      {referenceY !== null && referenceY >= 0 && (
        <line className={styles.reference} x1={0} x2={width} y1={referenceY} y2={referenceY} />
      )}
    </svg>
  );
});

/** The states of a channel may be thousands: those are painted with the traces. */
function isTraffic(band: BandSpan): boolean {
  return band.kind === undefined || band.kind === 'traffic';
}
