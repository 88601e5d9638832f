import { useRef } from 'react';
import { formatNumber } from '../format.ts';
import { positionOf } from './scales.ts';
import { ticksFor } from './ticks.ts';
import styles from './LaneFrame.module.css';

/** Width of a digit at the default size, and the smallest gap between two labels. */
const LETTER = 7.6;
const GAP = 8;

interface TimeAxisProps {
  timeDomain: readonly [number, number];
  ticks: readonly number[];
  width: number;
  /** How much larger than the default the letters are. */
  scale: number;
  /** The event at time zero, if times are relative to it. */
  origin?: string | undefined;
  onPan: (byS: number) => void;
}

/**
 * The times below all rows; dragging them pans. At high zoom, times are relative to the left edge,
 * whose time is shown. Zero at the beginning of the run has no label.
 */
export function TimeAxis({ timeDomain, ticks, width, scale, origin, onPan }: TimeAxisProps) {
  const lastX = useRef<number | null>(null);
  const spanS = timeDomain[1] - timeDomain[0];
  const isDeep = spanS > 0 && timeDomain[1] / spanS > 2000;
  return (
    <div
      className={styles.axis}
      data-axis
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        lastX.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (lastX.current === null || width === 0) return;
        onPan((-(event.clientX - lastX.current) * spanS) / width);
        lastX.current = event.clientX;
      }}
      onLostPointerCapture={() => {
        lastX.current = null;
      }}
    >
      {width > 0 && (isDeep ? <DeepTicks timeDomain={timeDomain} width={width} scale={scale} /> : null)}
      {width > 0 && !isDeep && (
        <Labels
          width={width}
          scale={scale}
          unit="s"
          labels={ticks
            .filter((timeS) => origin !== undefined || timeS !== 0)
            .map((timeS) => ({
              x: positionOf(timeS, timeDomain, width),
              text: tickText(timeS, digitsFor(timeDomain), origin),
            }))}
        />
      )}
    </div>
  );
}

function tickText(timeS: number, digits: number, origin: string | undefined): string {
  if (origin === undefined) return formatNumber(timeS, digits);
  return timeS === 0 ? origin : `${timeS > 0 ? '+' : ''}${formatNumber(timeS, digits)}`;
}

/** As many significant digits as neighbouring ticks need. */
function digitsFor(timeDomain: readonly [number, number]): number {
  const spanS = timeDomain[1] - timeDomain[0];
  return Math.max(4, Math.ceil(Math.log10(Math.max(1, timeDomain[1] / spanS))) + 2);
}

function DeepTicks({
  timeDomain,
  width,
  scale: letter,
}: {
  timeDomain: readonly [number, number];
  width: number;
  scale: number;
}) {
  const spanS = timeDomain[1] - timeDomain[0];
  const [factor, unit] = spanS < 1e-3 ? [1e-6, 'µs'] : spanS < 1 ? [1e-3, 'ms'] : [1, 's'];
  const decimals = Math.min(9, Math.max(1, Math.ceil(-Math.log10(spanS)) + 1));
  const start = `${timeDomain[0].toFixed(decimals)} s`;
  const clear = (start.length + 3) * LETTER * letter;
  const ticks = ticksFor([0, spanS / factor], [0, width], 4).filter(
    ({ value, position }) => value > 0 && position > clear,
  );
  return (
    <>
      <span className={styles.timeTick} data-edge="start" style={{ left: 0 }}>
        {start}
      </span>
      <Labels
        width={width}
        scale={letter}
        labels={ticks.map(({ value, position }) => ({
          x: position,
          text: `+${formatNumber(value, 4)} ${unit}`,
        }))}
      />
    </>
  );
}

/**
 * Texts at their positions. A text that would overlap its neighbour or leave the axis is omitted.
 * The last visible one has the unit.
 */
function Labels({
  labels,
  width,
  scale,
  unit = '',
}: {
  labels: readonly { x: number; text: string }[];
  width: number;
  scale: number;
  unit?: string;
}) {
  const letter = LETTER * scale;
  let freeX = 0;
  const shown: { x: number; text: string; half: number }[] = [];
  for (const { x, text } of labels) {
    const half = ((text.length + (unit === '' ? 0 : 2)) * letter) / 2;
    if (x - half < freeX || x + half > width) continue;
    freeX = x + half + GAP;
    shown.push({ x, text, half });
  }
  return shown.map(({ x, text }, at) => (
    <span key={x} className={styles.timeTick} style={{ left: `${x}px` }}>
      {text}
      {at === shown.length - 1 && unit !== '' && ` ${unit}`}
    </span>
  ));
}
