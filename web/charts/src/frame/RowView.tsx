import { memo, useEffect, useMemo, useRef } from 'react';
import { outlineOf } from '../draw/outline.ts';
import { paintLayer } from '../draw/paint.ts';
import { property, Surface } from '../draw/surface.ts';
import { scaleFor } from '../format.ts';
import { useSignals } from '../signal.ts';
import type { BandSpan, LaneData, Layer, RowDefinition, Signal } from '../types.ts';
import { positionOf, ticksFor } from './scales.ts';
import { Readout } from './Readout.tsx';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

export interface RowViewProps {
  row: RowDefinition;
  lane: LaneData;
  domain: readonly [number, number];
  timeDomain: readonly [number, number];
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  /** How far the lane is simulated: the last value holds until there. */
  simulatedS: number;
  clock: Signal<number>;
  hover: Signal<number | null>;
  /** Changes when colours do. */
  themeKey: string;
}

/** One row of one lane: grid and axis as SVG, traces on a canvas, values as text. */
export function RowView(props: RowViewProps) {
  const { row, lane, domain, timeDomain, bands, simulatedS, clock, hover, themeKey } = props;
  const [plot, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<Surface | null>(null);
  const future = useRef(0.26);
  const layers = useMemo(() => row.layers(lane), [row, lane]);
  const reference = row.reference(lane);
  const factor = scaleFor(reference?.value ?? domain[1], row.unit).factor;
  const unit = row.unit === 'packets' ? 'packets' : scaleFor(reference?.value ?? domain[1], row.unit).unit;
  const [low, high] = domain;
  const [fromS, toS] = timeDomain;

  useEffect(() => {
    const element = canvas.current;
    if (element === null || size === null) return;
    const target = (surface.current ??= new Surface(element));
    target.resize(size.width, size.height, window.devicePixelRatio || 1);
    future.current = Number(property('--future', themeKey)) || 0.26;
    const inks = resolveInks(lane, themeKey);
    const reach = positionOf(simulatedS, [fromS, toS], size.width);
    target.paint((context) => {
      for (const layer of layers) {
        paintLayer(
          context,
          outlineOf(layer.columns, [fromS, toS], size.width),
          { width: size.width, height: size.height, domain: [low, high], reach },
          layer.style,
          {
            ...inks[layer.ink],
            dash: layer.style === 'step-dashed' ? [3, 2.5] : layer.ink === 'second' ? [5, 3] : [],
          },
        );
      }
    });
    target.show(positionOf(clock.get(), [fromS, toS], size.width), future.current);
  }, [layers, lane, lane.revision, size, low, high, fromS, toS, simulatedS, themeKey, clock]);

  useSignals([clock], () => {
    if (size !== null) surface.current?.show(positionOf(clock.get(), timeDomain, size.width), future.current);
  });

  return (
    <div className={styles.row} data-row={row.id}>
      <div className={styles.rowHead}>
        <span className={styles.rowTitle}>
          {row.title}
          {layers.some((layer) => layer.style === 'step-dashed') && (
            <span className={styles.dashed}>ssthresh</span>
          )}
          <span className={styles.unit}>{unit}</span>
          {row.remark && <span className={styles.remark}>{row.remark(lane)}</span>}
        </span>
        <Readout
          layers={layers.filter((layer) => layer.scales)}
          factor={factor}
          clock={clock}
          hover={hover}
        />
      </div>
      <div className={styles.plotLine} style={{ flexGrow: row.weight }}>
        <div className={styles.plot} ref={plot}>
          {size && (
            <Grid
              width={size.width}
              height={size.height}
              low={low}
              high={high}
              factor={factor}
              fromS={fromS}
              toS={toS}
              timeTicks={props.timeTicks}
              bands={bands}
              reference={reference?.value ?? null}
            />
          )}
          <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
        </div>
      </div>
    </div>
  );
}

function resolveInks(
  lane: LaneData,
  themeKey: string,
): Record<Layer['ink'], { colour: string; lineWidth: number; fill: number }> {
  return {
    lane: { colour: property(`--series-${lane.colour}`, themeKey), lineWidth: 1.5, fill: 0.24 },
    quiet: { colour: property('--ink-2', themeKey), lineWidth: 1.1, fill: 0 },
    second: { colour: property('--ink-3', themeKey), lineWidth: 1.1, fill: 0.15 },
  };
}

interface GridProps {
  width: number;
  height: number;
  low: number;
  high: number;
  factor: number;
  fromS: number;
  toS: number;
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  reference: number | null;
}

const Grid = memo(function Grid(props: GridProps) {
  const { width, height, low, high, factor, fromS, toS, timeTicks, bands, reference } = props;
  const ticks = ticksFor([low, high], [height, 0], height > 130 ? 4 : height > 60 ? 3 : 2, factor);
  const x = (timeS: number): number => positionOf(timeS, [fromS, toS], width);
  const referenceY = reference === null ? null : height - ((reference - low) / (high - low)) * height;
  return (
    <svg className={styles.grid} width={width} height={height} aria-hidden="true">
      {bands.map((band) => (
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
