import type { ReactNode } from 'react';
import { outlineOf } from '../draw/outline.ts';
import { scaleFor } from '../format.ts';
import type { Unit } from '../format.ts';
import { positionOf } from '../frame/scales.ts';
import { ticksFor } from '../frame/ticks.ts';
import { Axes, plotBox, withUnit } from '../plot/Axes.tsx';
import type { PlotBox } from '../plot/Axes.tsx';
import type { TraceColumns } from '../types.ts';
import { outlinePath, rangePath } from './outlinePath.ts';
import styles from './PaperChart.module.css';

export interface PaperLine {
  label: string;
  columns: TraceColumns;
  /** The time up to which it is known. */
  untilS: number;
  /** Any CSS colour; by default the page's text colour. */
  colour?: string;
  dash?: readonly number[];
  /** Drawn as an area from lowest to highest value: for values that change too fast for a line. */
  isRange?: boolean;
}

/** A time with a letter beside its line. */
export interface PaperMark {
  timeS: number;
  letter: string;
}

export interface PaperChartProps {
  /** What this picture shows, for a screen reader. */
  label: string;
  title: string;
  unit: Unit;
  timeDomain: readonly [number, number];
  domain: readonly [number, number];
  /** The whole picture, axes included, in CSS pixels. */
  width: number;
  height: number;
  /** How much larger than the default the letters are; their margins grow with them. */
  scale?: number;
  lines: readonly PaperLine[];
  marks?: readonly PaperMark[];
  /** Only numbers on the axes, and a grid that is close enough for drawing by hand. */
  isGrid?: boolean;
  /** In the plot's own coordinates, over the lines. */
  children?: ReactNode;
}

/** Margins for ticks and titles, at the default letter size. */
const MARGIN = { left: 46, right: 12, top: 24, bottom: 30 };

/** Where the plot lies within the whole picture. */
export const paperBox = (width: number, height: number, scale: number): PlotBox =>
  plotBox(width, height, MARGIN, scale);

/** The smallest vertical distance of two ticks, in pixels at the default letter size. */
const MIN_APART = 24;

/** One chart as an SVG, for reading, printing or drawing by hand. */
export function PaperChart(props: PaperChartProps) {
  const { timeDomain, domain, width, height, scale = 1, isGrid = false } = props;
  const plot = paperBox(width, height, scale);
  const shown = scaleFor(domain[1], props.unit);
  const unit = props.unit === 'packets' || props.unit === 'segments' ? props.unit : shown.unit;
  const x = (timeS: number): number => positionOf(timeS, timeDomain, plot.width);
  const y = (value: number): number => {
    const share = (value - domain[0]) / (domain[1] - domain[0]);
    return plot.height * (1 - Math.min(1.2, Math.max(0, share)));
  };
  const most = Math.max(2, Math.floor(plot.height / (MIN_APART * scale)));
  const up = ticksFor(domain, [plot.height, 0], Math.min(isGrid ? 8 : 5, most), shown.factor);
  const along = ticksFor(timeDomain, [0, plot.width], Math.max(3, Math.floor(plot.width / (110 * scale))));
  return (
    <svg
      className={styles.paper}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={props.label}
    >
      <g transform={`translate(${plot.left} ${plot.top})`}>
        <text className={styles.title} x={2 - plot.left} y={-13 * scale}>
          {props.title}
          {unit === '' ? '' : `, ${unit}`}
        </text>
        {isGrid &&
          between(along.map(({ position }) => position)).map((at) => (
            <line key={`fine ${at}`} className={styles.fine} x1={at} x2={at} y1={0} y2={plot.height} />
          ))}
        {isGrid &&
          between(up.map(({ position }) => position)).map((at) => (
            <line key={`fine ${at}`} className={styles.fine} x1={0} x2={plot.width} y1={at} y2={at} />
          ))}
        <Axes box={plot} scale={scale} isCorner x={{ ticks: withUnit(along, 's') }} y={{ ticks: up }} />
        {props.lines.map((line) => (
          <path
            key={line.label}
            data-line={line.label}
            className={line.isRange === true ? styles.range : styles.line}
            d={linePath(line, timeDomain, plot.width, y)}
            style={line.colour === undefined ? undefined : { stroke: line.colour }}
            strokeDasharray={line.dash?.join(' ')}
          />
        ))}
        {(props.marks ?? []).map((mark, at, marks) => (
          <g key={mark.timeS} transform={`translate(${x(mark.timeS)} 0)`}>
            <line className={styles.mark} y1={0} y2={plot.height} />
            <text
              className={styles.letter}
              x={3}
              y={(11 + LETTER.height * crowdedBefore(marks, at, x, scale)) * scale}
            >
              {mark.letter}
            </text>
          </g>
        ))}
        {props.children}
      </g>
    </svg>
  );
}

/** The line up to the time it is known, in the scale of the whole time range. */
function linePath(
  line: PaperLine,
  [fromS, toS]: readonly [number, number],
  width: number,
  y: (value: number) => number,
): string {
  const untilS = Math.min(toS, line.untilS);
  if (!(untilS > fromS)) return '';
  const reach = positionOf(untilS, [fromS, toS], width);
  const outline = outlineOf(line.columns, [fromS, untilS], reach);
  return line.isRange === true ? rangePath(outline, y, reach) : outlinePath(outline, y, reach);
}

/** Size of a letter at the default size, in pixels. */
const LETTER = { width: 12, height: 13 };

/** How many letters just before this one would overlap it; it is moved below them. */
function crowdedBefore(
  marks: readonly PaperMark[],
  at: number,
  x: (timeS: number) => number,
  scale: number,
): number {
  let many = 0;
  for (let here = at; here > 0; here -= 1) {
    if (x(marks[here]?.timeS ?? 0) - x(marks[here - 1]?.timeS ?? 0) >= LETTER.width * scale) break;
    many += 1;
  }
  // Letters are stacked at most three high.
  return many % 3;
}

/** The middles between neighbouring positions. */
function between(positions: readonly number[]): number[] {
  return positions.slice(1).map((position, at) => (position + (positions[at] ?? position)) / 2);
}
