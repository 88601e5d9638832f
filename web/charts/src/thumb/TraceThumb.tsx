import { useEffect, useMemo, useRef } from 'react';
import { outlineOf } from '../draw/outline.ts';
import { paintLayer } from '../draw/paint.ts';
import { token } from '../draw/tokens.ts';
import { scaleFor } from '../format.ts';
import type { Unit } from '../format.ts';
import { domainTo } from '../frame/scales.ts';
import { ticksFor } from '../frame/ticks.ts';
import type { Tick } from '../frame/ticks.ts';
import { useSize } from '../frame/useSize.ts';
import { Axes, plotBox, withUnit } from '../plot/Axes.tsx';
import type { SeriesStyle } from '../palette.ts';
import type { TraceColumns } from '../types.ts';
import styles from './TraceThumb.module.css';

export interface ThumbLane {
  style: SeriesStyle;
  columns: TraceColumns | null;
}

export interface TraceThumbProps {
  lanes: readonly ThumbLane[];
  durationS: number;
  /** Nothing after this time is shown; by default the whole run is. */
  untilS?: number;
  /** Rises as the columns grow. */
  revision: number;
  label: string;
  themeKey: string;
  /** Unit of the values; both axes have ticks. */
  unit: Unit;
  /** The top of the axis; by default the highest value that is shown. */
  top?: number;
  /** The run goes on: a curve ends at its last sample, and is not held until the end. */
  isGrowing?: boolean;
}

/** Width of the last tick with its unit; all sizes here are for the default letter size. */
const ROOM = 60;

const MARGIN = { top: 6, right: 10, bottom: 20, left: 40 };

/** One series of every lane, drawn over each other: a run at a glance. */
export function TraceThumb({
  lanes,
  durationS,
  untilS = durationS,
  revision,
  label,
  themeKey,
  unit,
  top: given,
  isGrowing = false,
}: TraceThumbProps) {
  const [root, whole] = useSize<HTMLDivElement>();
  // Letters grow on a large screen, and the margins with them.
  const scale = whole?.scale ?? 1;
  const size = useMemo(
    () => (whole === null ? null : plotBox(whole.width, whole.height, MARGIN, whole.scale)),
    [whole],
  );
  // What is hidden does not set the scale either.
  const top = given ?? Math.max(0, ...lanes.map(({ columns }) => peakUntil(columns, untilS)));
  const up =
    top > 0
      ? ticksFor(
          domainTo(top),
          [size?.height ?? 0, 0],
          ticksIn(size?.height, 22 * scale, 3),
          scaleFor(top, unit).factor,
        )
      : [];
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size === null) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(size.width * ratio);
    element.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const { columns, style } of lanes) {
      if (columns === null) continue;
      const ink = {
        colour: token(`--series-${style.colour}`, themeKey),
        lineWidth: 1.25,
        dash: [],
        fill: 0,
      };
      const lastS = isGrowing ? (columns.timeS[columns.count - 1] ?? 0) : Infinity;
      const endS = Math.min(untilS, lastS);
      if (endS <= 0) continue;
      const reach = (size.width * endS) / durationS;
      const box = { width: size.width, height: size.height, domain: domainTo(top), reach };
      paintLayer(context, outlineOf(columns, [0, endS], reach), box, 'line', ink);
    }
  }, [lanes, durationS, untilS, revision, size, themeKey, top, isGrowing]);
  return (
    <div ref={root} className={styles.thumb} role="img" aria-label={label}>
      {size !== null && (lanes.length > 0 || untilS <= 0) && (
        <svg className={styles.axes} aria-hidden="true">
          <g transform={`translate(${size.left} ${size.top})`}>
            <Axes
              box={size}
              scale={scale}
              x={{ ticks: timesAcross(durationS, size.width, scale), isBare: true }}
              y={{ ticks: up }}
            />
          </g>
        </svg>
      )}
      {size !== null && untilS < durationS && (
        <div
          className={styles.unknown}
          style={{
            left: size.left + (size.width * untilS) / durationS,
            top: size.top,
            width: size.width * (1 - untilS / durationS),
            height: size.height,
          }}
          aria-hidden="true"
        >
          ?
        </div>
      )}
      <canvas
        ref={canvas}
        className={styles.canvas}
        style={{
          left: size?.left,
          top: size?.top,
          width: size?.width ?? 0,
          height: size?.height ?? 0,
        }}
        aria-hidden="true"
      />
    </div>
  );
}

function peakUntil(columns: TraceColumns | null, untilS: number): number {
  let peak = 0;
  if (columns === null) return peak;
  for (let at = 0; at < columns.count && (columns.timeS[at] ?? Infinity) < untilS; at += 1)
    peak = Math.max(peak, columns.max[at] ?? 0);
  return peak;
}

/** As many ticks as have room, at least one. */
const ticksIn = (length: number | undefined, apart: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor((length ?? Infinity) / apart)));

/** Round times across the width, the last one with its unit. */
function timesAcross(durationS: number, width: number, scale: number): Tick[] {
  const ticks = ticksFor([0, durationS], [0, width], ticksIn(width, 45 * scale, 4));
  // The last tick and its unit need room at the edge. If there is too little, this tick is omitted;
  // the others keep equal distances.
  const [before, last] = ticks.slice(-2);
  const isTight =
    before !== undefined && last !== undefined && last.position - before.position <= ROOM * scale;
  const isOver = isTight && last.position > width - (ROOM / 2) * scale;
  return withUnit(isOver ? ticks.slice(0, -1) : ticks, 's');
}
