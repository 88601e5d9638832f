import { area, line as lineOf } from 'd3-shape';
import { useMemo } from 'react';
import { useSize } from '../frame/useSize.ts';
import { cssColour } from '../palette.ts';
import type { MarkShape } from '../palette.ts';
import { Axes, LETTER, plotBox } from '../plot/Axes.tsx';
import type { PlotAxis } from '../plot/Axes.tsx';
import { xScale, yScale } from './scales.ts';
import type { SweepScale } from './scales.ts';
import type { MarkSource, SweepAxis, SweepFigure, SweepLine, SweepPoint, SweepX } from './types.ts';
import styles from './SweepPlot.module.css';

export interface SweepPlotProps {
  figure: SweepFigure;
  label: string;
  /** For a tile: ticks without titles, smaller signs. */
  small?: boolean;
  /** The names of the lines at their right ends, if there is room. */
  hasNames?: boolean;
  /** A point was pressed. A picture is not accessible, so the action must exist elsewhere too. */
  onPick?: (x: SweepX, line: string) => void;
}

/** A press reaches a point within this distance, in CSS pixels. */
const REACH = 24;

const MARGIN = { top: 12, right: 14, bottom: 40, left: 64 };
const SMALL_MARGIN = { top: 6, right: 10, bottom: 20, left: 40 };
/** For names at the ends of the lines, in a plot that is so wide. */
const NAMES = { right: 128, fromWidth: 560, apart: 15 };

/** One quantity over another: lanes with intervals, published marks, theory curves. */
export function SweepPlot({ figure, label, small = false, hasNames = false, onPick }: SweepPlotProps) {
  const [root, size] = useSize<HTMLDivElement>();
  return (
    <div ref={root} className={styles.plot} role="img" aria-label={label}>
      {size !== null && size.width > 40 && (
        <SweepDrawing
          figure={figure}
          width={size.width / size.scale}
          height={size.height / size.scale}
          scale={size.scale}
          small={small}
          hasNames={hasNames && size.width / size.scale >= NAMES.fromWidth}
          {...(onPick === undefined ? {} : { onPick })}
        />
      )}
    </div>
  );
}

interface DrawingProps {
  figure: SweepFigure;
  width: number;
  height: number;
  /** Scale of the drawing, which grows with the page's letters. */
  scale?: number;
  small: boolean;
  hasNames?: boolean;
  onPick?: (x: SweepX, line: string) => void;
}

/** The plot in a given size, in pixels at the default letter size. */
export function SweepDrawing({
  figure,
  width,
  height,
  scale = 1,
  small,
  hasNames = false,
  onPick,
}: DrawingProps) {
  const margin = small ? SMALL_MARGIN : hasNames ? { ...MARGIN, right: NAMES.right } : MARGIN;
  const inner = plotBox(width, height, margin);
  const { x, y } = useMemo(
    () => ({ x: xScale(figure, inner.width), y: yScale(figure, inner.height) }),
    [figure, inner.width, inner.height],
  );
  const lines = figure.lines.map((line, at) => ({
    line,
    shift: x.isNamed ? sideways(at, figure.lines.length, inner.width / Math.max(1, x.ticks.length)) : 0,
  }));
  const shiftOf = (id: string): number => lines.find((item) => item.line.id === id)?.shift ?? 0;
  const styleOf = (id: string | null) => lines.find((item) => item.line.id === id)?.line.style;
  return (
    <svg
      className={styles.drawing}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-picks={onPick === undefined ? undefined : true}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const left = (event.clientX - box.left) / scale - inner.left;
        const top = (event.clientY - box.top) / scale - inner.top;
        const points = lines.flatMap(({ line, shift }) =>
          line.points.map((point) => ({
            line: line.id,
            x: point.x,
            distance: Math.hypot(x.position(point.x) + shift - left, y.position(point.mean) - top),
          })),
        );
        const nearest = points.sort((a, b) => a.distance - b.distance)[0];
        if (nearest !== undefined && nearest.distance <= REACH) onPick?.(nearest.x, nearest.line);
      }}
    >
      <g transform={`translate(${inner.left} ${inner.top})`}>
        <Axes
          box={inner}
          x={{ ...ticksAcross(x, small), ...(small ? {} : { title: titled(figure.x, x) }) }}
          y={{ ticks: y.ticks, ...(small ? {} : { title: titled(figure.y, y) }) }}
        />
        {figure.outside?.map(({ from, to }) => (
          <rect
            key={from}
            className={styles.outside}
            data-outside=""
            x={x.position(from)}
            width={x.position(to) - x.position(from)}
            height={inner.height}
          />
        ))}
        {figure.curves.map((curve) => (
          <path
            key={curve.name}
            className={styles.curve}
            data-curve={curve.name}
            data-solid={curve.solid}
            style={
              curve.line === null ? undefined : { stroke: cssColour(styleOf(curve.line)?.colour ?? 'slate') }
            }
            d={
              lineOf<readonly [number, number]>()
                .defined(([, value]) => Number.isFinite(value))
                .x(([at]) => x.position(at))
                .y(([, value]) => y.position(value))(curve.points) ?? undefined
            }
          />
        ))}
        {lines.map(({ line, shift }) => (
          <Line key={line.id} line={line} shift={shift} x={x} y={y} small={small} />
        ))}
        {hasNames &&
          endsOf(figure.lines, x, y).map(({ line, end, at }) => (
            <text
              key={line.id}
              className={styles.end}
              style={{ fill: cssColour(line.style.colour) }}
              x={end + 12}
              y={at}
              dy="0.32em"
            >
              {line.name}
            </text>
          ))}
        {figure.marks.map((mark, at) => (
          <MarkSign
            key={at}
            source={mark.source}
            x={x.position(mark.x) + shiftOf(mark.line)}
            y={y.position(mark.y)}
            colour={cssColour(styleOf(mark.line)?.colour ?? 'slate')}
            size={small ? 2.5 : x.isNamed ? 6 : 4}
          />
        ))}
      </g>
    </svg>
  );
}

/** Where the names of the lines stand: at their last points, also while a line grows, and apart. */
function endsOf(
  lines: readonly SweepLine[],
  x: SweepScale,
  y: SweepScale,
): { line: SweepLine; end: number; at: number }[] {
  let floor = -Infinity;
  return lines
    .flatMap((line) => {
      const last = line.points.at(-1);
      return last === undefined ? [] : [{ line, end: x.position(last.x), at: y.position(last.mean) }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ line, end, at }) => {
      floor = Math.max(at, floor + NAMES.apart);
      return { line, end, at: floor };
    });
}

const titled = ({ label }: SweepAxis, { unit }: SweepScale): string =>
  unit === '' ? label : `${label}, ${unit}`;

/** Lines over named places are drawn side by side. */
function sideways(at: number, count: number, room: number): number {
  const pitch = Math.min(20, (room * 0.7) / Math.max(1, count));
  return (at - (count - 1) / 2) * pitch;
}

/** Names that do not fit side by side are staggered; a tile omits them: its key and figure have them. */
function ticksAcross(x: SweepScale, small: boolean): PlotAxis {
  const isWide = x.ticks.some(({ position, text }, at) => {
    const next = x.ticks[at + 1];
    return (
      next !== undefined && next.position - position < (text.length / 2 + next.text.length / 2 + 1) * LETTER
    );
  });
  if (!small) return { ticks: x.ticks, isBare: x.isNamed, isStaggered: isWide && x.isNamed };
  const ticks = !isWide ? x.ticks : x.isNamed ? [] : x.ticks.filter((_, at) => at % 2 === 0);
  return { ticks, isBare: x.isNamed };
}

interface LineProps {
  line: SweepLine;
  shift: number;
  x: SweepScale;
  y: SweepScale;
  small: boolean;
}

function Line({ line, shift, x, y, small }: LineProps) {
  const colour = cssColour(line.style.colour);
  const at = (point: SweepPoint): number => x.position(point.x) + shift;
  const band = line.points.some((point) => point.interval !== null);
  const low = (point: SweepPoint): number => y.position(point.interval?.[0] ?? point.mean);
  const high = (point: SweepPoint): number => y.position(point.interval?.[1] ?? point.mean);
  return (
    <g>
      {!x.isNamed && band && (
        <path
          className={styles.band}
          style={{ fill: colour }}
          d={area<SweepPoint>().x(at).y0(low).y1(high)(line.points) ?? undefined}
        />
      )}
      {!x.isNamed && (
        <path
          className={styles.line}
          style={{ stroke: colour }}
          strokeDasharray={line.style.dash.join(' ')}
          d={
            lineOf<SweepPoint>()
              .x(at)
              .y((point) => y.position(point.mean))(line.points) ?? undefined
          }
        />
      )}
      {line.points.map((point) => (
        <g key={String(point.x)} style={{ fill: colour, stroke: colour }}>
          {x.isNamed && point.interval !== null && (
            <line className={styles.whisker} x1={at(point)} x2={at(point)} y1={low(point)} y2={high(point)} />
          )}
          {!small && (
            <g
              className={point.isPartial === true ? styles.partial : styles.dot}
              data-partial={point.isPartial}
            >
              <Dot
                shape={line.style.mark}
                x={at(point)}
                y={y.position(point.mean)}
                size={x.isNamed ? 5 : point.isPartial === true ? 3.5 : 3}
              />
            </g>
          )}
          {small && x.isNamed && (
            <g className={styles.dot}>
              <Dot shape={line.style.mark} x={at(point)} y={y.position(point.mean)} size={2.5} />
            </g>
          )}
        </g>
      ))}
    </g>
  );
}

export function Dot({ shape, x, y, size }: { shape: MarkShape; x: number; y: number; size: number }) {
  switch (shape) {
    case 'circle':
      return <circle cx={x} cy={y} r={size} />;
    case 'square':
      return <rect x={x - size} y={y - size} width={2 * size} height={2 * size} />;
    case 'triangle':
      return <path d={`M${x} ${y - size}l${size} ${size * 1.8}h${-2 * size}z`} />;
    case 'diamond':
      return (
        <path
          d={`M${x} ${y - size * 1.3}l${size * 1.2} ${size * 1.3}l${-size * 1.2} ${size * 1.3}l${-size * 1.2} ${-size * 1.3}z`}
        />
      );
  }
}

/** Published values: a ring for the paper, a cross for ns-2, a plus for a kernel. */
export function MarkSign({
  source,
  x,
  y,
  colour,
  size,
}: {
  source: MarkSource;
  x: number;
  y: number;
  colour: string;
  size: number;
}) {
  const common = { className: styles.mark, 'data-source': source, style: { stroke: colour } };
  switch (source) {
    case 'paper':
      return <circle {...common} cx={x} cy={y} r={size + 0.5} />;
    case 'ns2':
      return (
        <path
          {...common}
          d={`M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`}
        />
      );
    case 'kernel':
      return <path {...common} d={`M${x - size} ${y}h${2 * size}M${x} ${y - size}v${2 * size}`} />;
  }
}
