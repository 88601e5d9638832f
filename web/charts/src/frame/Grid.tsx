import { memo } from 'react';
import type { BandSpan } from '../types.ts';
import { formatNumber } from '../format.ts';
import { decadeTicks, heightShare, positionOf } from './scales.ts';
import { ticksFor } from './ticks.ts';
import type { Tick } from './ticks.ts';
import styles from './LaneFrame.module.css';

const STRIPE = 4;

interface GridProps {
  width: number;
  height: number;
  low: number;
  high: number;
  factor: number;
  isLog: boolean;
  /** Without data the scale is unknown: no ticks. */
  isBlank: boolean;
  fromS: number;
  toS: number;
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  reference: number | null;
  /** The reference only helps to read the curves: a low row has the other numbers, too. */
  isAside?: boolean;
  /** The reference of what is drawn downwards: numbers below zero are then written without sign. */
  below?: number | null;
  /** Whether the lines have values. Lanes side by side share those of the first. */
  hasScale: boolean;
}

/** The background of the traces: periods of other traffic, grid lines, ticks, and the reference. */
export const Grid = memo(function Grid(props: GridProps) {
  const { width, height, low, high, isLog, fromS, toS, timeTicks, bands } = props;
  const ticks = props.isBlank ? [] : ticksOf(props);
  const x = (timeS: number): number => positionOf(timeS, [fromS, toS], width);
  const y = (value: number): number => height - heightShare(value, [low, high], isLog) * height;
  const references = limitsOf(props).map(y);
  const inside = props.hasScale ? ticks.filter(isLong) : [];
  return (
    <>
      <svg className={styles.grid} width={width} height={height} aria-hidden="true">
        {bands.filter(isTraffic).map((band) => (
          <rect
            key={`${band.fromS}-${band.toS}`}
            className={styles.band}
            x={x(Math.max(fromS, band.fromS))}
            // A period that covers all of the visible range is a stripe along the floor.
            y={band.fromS <= fromS && band.toS >= toS ? height - STRIPE : 0}
            width={Math.max(0, x(Math.min(toS, band.toS)) - x(Math.max(fromS, band.fromS)))}
            height={band.fromS <= fromS && band.toS >= toS ? STRIPE : height}
          />
        ))}
        {timeTicks.map((timeS) => (
          <line key={timeS} className={styles.gridLine} x1={x(timeS)} x2={x(timeS)} y1={0} y2={height} />
        ))}
        {ticks.map((tick) => (
          <g key={tick.value}>
            <line className={styles.gridLine} x1={0} x2={width} y1={tick.position} y2={tick.position} />
            {props.hasScale && !isLong(tick) && (
              <text
                className={styles.tick}
                x="-0.375rem"
                y={Math.min(height - 6, Math.max(6, tick.position))}
                textAnchor="end"
                dominantBaseline="central"
              >
                {tick.text}
              </text>
            )}
          </g>
        ))}
        <line className={styles.floor} x1={0} x2={width} y1={height} y2={height} />
        {props.below != null && low < 0 && (
          <line className={styles.floor} x1={0} x2={width} y1={y(0)} y2={y(0)} />
        )}
        {references.map((at) => (
          <line key={at} className={styles.reference} x1={0} x2={width} y1={at} y2={at} />
        ))}
      </svg>
      {inside.length > 0 && (
        <svg className={styles.grid} data-over width={width} height={height} aria-hidden="true">
          {inside.map((tick) => (
            <text
              key={tick.value}
              className={styles.tick}
              x="0.25rem"
              y={tick.position < 14 ? tick.position + 8 : tick.position - 8}
              dominantBaseline="central"
            >
              {tick.text}
            </text>
          ))}
        </svg>
      )}
    </>
  );
});

/**
 * Only a few ticks: exact values are read at the clock. Zero has no tick unless the domain goes
 * below it. If the row is low, only the reference line has a text.
 */
function ticksOf(props: GridProps): Tick[] {
  const { low, high, height, factor, isLog } = props;
  const count = height > 400 ? 4 : 2;
  if (isLog) return decadeTicks([low, high], height, count);
  const ticks = ticksFor([low, high], [height, 0], count, factor).filter(
    ({ value }) => value !== 0 || low < 0,
  );
  const named = limitsOf(props).map((limit) => ({
    value: limit,
    position: height * (1 - (limit - low) / (high - low)),
    text: formatNumber(Math.abs(limit) / factor),
  }));
  if (named.length === 0) return ticks;
  // Two limits say how far it is from zero to either.
  if (named.length > 1) return [...named, { value: 0, position: (height * high) / (high - low), text: '0' }];
  if (height < ALONE_BELOW && props.isAside !== true) return named;
  return [
    ...ticks.filter(({ position }) =>
      named.every((limit) => Math.abs(position - limit.position) > LINE_HEIGHT),
    ),
    ...named,
  ];
}

/** The limits within the scale. */
const limitsOf = ({ reference, below, low, high }: GridProps): number[] =>
  [reference, below].filter((limit) => limit != null && limit <= high && limit >= low) as number[];

/** A longer text does not fit beside the plot and is put on its line. */
const BESIDE_CHARACTERS = 4;
const isLong = (tick: Tick): boolean => tick.text.length > BESIDE_CHARACTERS;
/** A row lower than this labels only its limit. */
const ALONE_BELOW = 150;
/** Texts closer than this overlap. */
const LINE_HEIGHT = 18;

/** A channel may have thousands of states: those are painted with the traces. */
function isTraffic(band: BandSpan): boolean {
  return band.kind === undefined || band.kind === 'traffic';
}
