import { memo, useId } from 'react';
import { ticksFor } from '../frame/ticks.ts';
import { Axes, plotBox } from '../plot/Axes.tsx';
import type { Margin } from '../plot/Axes.tsx';
import type { LoadLine } from './lines.ts';
import styles from './PhasePlot.module.css';

interface PhaseGridProps {
  side: number;
  top: number;
  margin: Margin;
  /** How much larger than the default the letters are. */
  scale: number;
  names: readonly [string, string];
  slope: number;
  lines: { pipe: LoadLine; full: LoadLine | null } | null;
}

/** Axes, the line of equal shares, and the lines between which the link is full without loss. */
export const PhaseGrid = memo(function PhaseGrid(props: PhaseGridProps) {
  const { side, top, margin, scale, names, slope, lines } = props;
  const clip = useId();
  const [width, height] = [side + margin.left + margin.right, side + margin.top + margin.bottom];
  const box = plotBox(width, height, margin);
  const ticks = ticksFor([0, top], [0, side], side > 220 ? 5 : 3);
  const place = (value: number): number => (value / top) * side;
  const fairEnd: [number, number] = slope <= 1 ? [side, side * slope] : [side / slope, side];
  return (
    <svg
      className={styles.grid}
      width={width}
      height={height}
      aria-hidden="true"
      data-side={side}
      data-left={margin.left}
      data-top={margin.top}
    >
      <defs>
        <clipPath id={clip}>
          <rect width={side} height={side} />
        </clipPath>
      </defs>
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <Axes
          box={box}
          isCorner
          scale={scale}
          x={{ ticks, title: `cwnd of ${names[0]}, packets` }}
          y={{
            ticks: ticks.slice(1).map((tick) => ({ ...tick, position: side - tick.position })),
            title: `cwnd of ${names[1]}, packets`,
          }}
        />
        <g clipPath={`url(#${clip})`}>
          {lines?.full != null && (
            <path
              className={styles.good}
              d={`M0 ${side - place(lines.pipe.onY)}L${place(lines.pipe.onX)} ${side}L${place(lines.full.onX)} ${side}L0 ${side - place(lines.full.onY)}Z`}
            />
          )}
          {lines !== null && <Load className={styles.pipe} line={lines.pipe} side={side} place={place} />}
          {lines?.full != null && (
            <Load className={styles.full} line={lines.full} side={side} place={place} />
          )}
          <line className={styles.fair} x1={0} y1={side} x2={fairEnd[0]} y2={side - fairEnd[1]} />
        </g>
        <Label
          text="equal shares"
          x={fairEnd[0]}
          y={side - fairEnd[1]}
          turned={-Math.atan2(fairEnd[1], fairEnd[0])}
          end
          scale={scale}
        />
        {lines !== null && place(lines.pipe.onY) < side && (
          <LoadLabel text="link full" line={lines.pipe} side={side} place={place} below scale={scale} />
        )}
        {lines?.full != null && place(lines.full.onY) < side * 1.25 && (
          <LoadLabel text="buffer full" line={lines.full} side={side} place={place} scale={scale} />
        )}
      </g>
    </svg>
  );
});

interface LoadProps {
  line: LoadLine;
  side: number;
  place: (value: number) => number;
}

function Load({ className, line, side, place }: LoadProps & { className: string | undefined }) {
  return <line className={className} x1={0} y1={side - place(line.onY)} x2={place(line.onX)} y2={side} />;
}

/** A label along its line, near the vertical axis, where few trajectories go. */
function LoadLabel({
  text,
  line,
  side,
  place,
  below = false,
  scale,
}: LoadProps & { text: string; below?: boolean; scale: number }) {
  const turned = Math.atan2(place(line.onY), place(line.onX));
  // A little below the vertical axis, or as far as the line is visible.
  const x = Math.max(
    place(line.onX) * 0.06,
    (place(line.onX) * (place(line.onY) - side)) / place(line.onY) + 4,
  );
  const y = side - place(line.onY) * (1 - x / place(line.onX));
  return <Label text={text} x={x} y={y} turned={turned} below={below} scale={scale} />;
}

function Label({
  text,
  x,
  y,
  turned,
  end = false,
  below = false,
  scale,
}: {
  text: string;
  x: number;
  y: number;
  /** Radians, clockwise. */
  turned: number;
  end?: boolean;
  below?: boolean;
  scale: number;
}) {
  return (
    <text
      className={styles.lineLabel}
      transform={`translate(${x} ${y}) rotate(${(turned * 180) / Math.PI})`}
      dx={(end ? -8 : 4) * scale}
      dy={(below ? 12 : -5) * scale}
      textAnchor={end ? 'end' : 'start'}
    >
      {text}
    </text>
  );
}
