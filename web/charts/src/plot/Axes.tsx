/** The kit of the charts beside the lanes: the place of a plot, its grid, ticks, axes and titles. */
import type { Tick } from '../frame/ticks.ts';
import styles from './Axes.module.css';

export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where the plot lies within the whole picture, in pixels, and the room to its right. */
export interface PlotBox extends Omit<Margin, 'bottom'> {
  width: number;
  height: number;
}

/** Margins are given at the default letter size and grow with the letters. */
export function plotBox(width: number, height: number, margin: Margin, scale = 1): PlotBox {
  return {
    left: margin.left * scale,
    right: margin.right * scale,
    top: margin.top * scale,
    width: Math.max(10, width - (margin.left + margin.right) * scale),
    height: Math.max(10, height - (margin.top + margin.bottom) * scale),
  };
}

export interface PlotAxis {
  ticks: readonly Tick[];
  title?: string;
  /** No lines across the plot at its ticks. */
  isBare?: boolean;
  /** Every second text is one line lower: the texts do not fit side by side. */
  isStaggered?: boolean;
}

/** The last tick has the unit. */
export const withUnit = (ticks: readonly Tick[], unit: string): Tick[] =>
  ticks.map((tick, at) => (at === ticks.length - 1 ? { ...tick, text: `${tick.text} ${unit}` } : tick));

/** Upper limit of a letter's width in the ticks, at the default size. */
export const LETTER = 7;

/** Distances of texts from the plot's edge, at the default letter size. */
const [BELOW, LINE, TITLE, BESIDE] = [15, 11, 18, 7];

/** In the plot's own coordinates, under the curves. */
export function Axes({
  box: { left, right, width, height },
  x,
  y,
  scale = 1,
  isCorner = false,
}: {
  box: PlotBox;
  x: PlotAxis;
  y: PlotAxis;
  scale?: number;
  /** A line along both axes, not only along the floor. */
  isCorner?: boolean;
}) {
  const lowest = BELOW + (x.isStaggered === true ? LINE : 0);
  /** A text that would be cut off at the picture's edge ends at its tick. */
  const isCut = ({ position, text }: Tick): boolean =>
    position + (text.length * LETTER * scale) / 2 > width + right;
  return (
    <g className={styles.axes}>
      {y.isBare !== true &&
        y.ticks.map(({ value, position }) => (
          <line key={value} x1={0} x2={width} y1={position} y2={position} />
        ))}
      {x.isBare !== true &&
        x.ticks.map(({ value, position }) => (
          <line key={value} x1={position} x2={position} y1={0} y2={height} />
        ))}
      <path data-axes d={`M0 ${isCorner ? 0 : height}V${height}H${width}`} />
      {y.ticks.map(({ value, position, text }) => (
        <text key={value} x={-BESIDE * scale} y={position} dy="0.32em" textAnchor="end">
          {text}
        </text>
      ))}
      {x.ticks.map((tick, at) => (
        <text
          key={tick.value}
          x={tick.position}
          y={height + (at % 2 === 1 ? lowest : BELOW) * scale}
          textAnchor={isCut(tick) ? 'end' : 'middle'}
        >
          {tick.text}
        </text>
      ))}
      {x.title !== undefined && (
        <text
          className={styles.title}
          x={width / 2}
          y={height + (lowest + TITLE) * scale}
          textAnchor="middle"
        >
          {x.title}
        </text>
      )}
      {y.title !== undefined && (
        <text
          className={styles.title}
          transform={`translate(${13 * scale - left} ${height / 2}) rotate(-90)`}
          textAnchor="middle"
        >
          {y.title}
        </text>
      )}
    </g>
  );
}
