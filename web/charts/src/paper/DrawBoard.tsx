import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatQuantity } from '../format.ts';
import type { Unit } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import type { Size } from '../frame/useSize.ts';
import {
  drawingPath,
  gapPath,
  HANDLES,
  handlesOf,
  nearestHandle,
  partAt,
  withHandle,
  withStroke,
} from './drawing.ts';
import type { PlotBox } from '../plot/Axes.tsx';
import type { Drawing } from './drawing.ts';
import { PaperChart, paperBox } from './PaperChart.tsx';
import type { PaperLine } from './PaperChart.tsx';
import styles from './PaperChart.module.css';

export interface DrawBoardProps {
  label: string;
  title: string;
  unit: Unit;
  timeDomain: readonly [number, number];
  domain: readonly [number, number];
  drawing: Drawing;
  /** Curves below the drawing, once there is something to compare. */
  lines: readonly PaperLine[];
  /** The true value in the middle of every part, once it is known. */
  truth?: readonly number[] | null;
  /** Null after the drawing is submitted. */
  onDraw: ((drawing: Drawing) => void) | null;
  /** In the plot's own coordinates, over the curves. */
  children?: (plot: PlotBox, y: (value: number) => number) => ReactNode;
}

/** A key moves a handle by one of this many steps up. */
const KEY_STEPS_UP = 60;

interface Pen {
  part: number;
  value: number;
}

/** Before layout, and where nothing can be measured. */
const DEFAULT_SIZE: Size = { width: 640, height: 300, scale: 1 };

/**
 * An empty chart on which a curve is drawn with the pointer or the arrow keys. It fills the
 * positioned element around it.
 */
export function DrawBoard(props: DrawBoardProps) {
  const { timeDomain, domain, drawing, onDraw } = props;
  const [box, size] = useSize<HTMLDivElement>();
  const { width, height, scale } = size ?? DEFAULT_SIZE;
  const plot = paperBox(width, height, scale);
  const stroke = useRef<Pen | null>(null);
  // The pointer may move several times before the next rendering.
  const latest = useRef(drawing);
  const [pen, setPen] = useState<Pen | null>(null);
  const [focused, setFocused] = useState(0);
  const top = domain[1] - domain[0];
  const y = (value: number): number => plot.height * (1 - (value - domain[0]) / top);
  const isEmpty = drawing.every((value) => value === null);

  const penAt = (event: React.PointerEvent<HTMLDivElement>): Pen => {
    const rect = event.currentTarget.getBoundingClientRect();
    const across = (event.clientX - rect.left - plot.left) / plot.width;
    const up = 1 - (event.clientY - rect.top - plot.top) / plot.height;
    return { part: partAt(across), value: domain[0] + Math.min(1, Math.max(0, up)) * top };
  };
  const strokeTo = (to: Pen): void => {
    latest.current = withStroke(latest.current, stroke.current ?? to, to);
    onDraw?.(latest.current);
    stroke.current = to;
    setPen(to);
  };
  const partS = (timeDomain[1] - timeDomain[0]) / HANDLES;
  const handles = handlesOf(drawing);
  const setHandle = (at: number, value: number | null, isRest = false): void => {
    if (value === null) return;
    const kept = Math.min(domain[1], Math.max(domain[0], value));
    onDraw?.(withHandle(drawing, at, kept, isRest));
    setPen(null);
  };
  const onKeyDown = (event: React.KeyboardEvent, at: number): void => {
    const far = event.shiftKey ? 5 : 1;
    const up = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key] ?? 0;
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const here = handles[at] ?? nearestHandle(handles, at) ?? domain[0];
    if (up !== 0) setHandle(at, here + (up * far * top) / KEY_STEPS_UP);
    // End draws the rest of the line at this height.
    else if (event.key === 'End') setHandle(at, here, true);
    else if (across === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (across === 0) return;
    const next = Math.min(HANDLES - 1, Math.max(0, at + across));
    setFocused(next);
    box.current?.querySelectorAll<HTMLElement>('[role=slider]')[next]?.focus();
  };

  return (
    <>
      <div
        ref={box}
        className={styles.board}
        role="group"
        aria-label={props.label}
        data-board
        data-plot="drawn"
        data-done={onDraw === null || undefined}
        onPointerDown={(event) => {
          if (onDraw === null || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          stroke.current = null;
          latest.current = drawing;
          strokeTo(penAt(event));
        }}
        onPointerMove={(event) => {
          if (stroke.current !== null) strokeTo(penAt(event));
        }}
        onPointerUp={() => {
          stroke.current = null;
        }}
        onPointerCancel={() => {
          stroke.current = null;
        }}
      >
        <PaperChart
          label={props.title}
          title={props.title}
          unit={props.unit}
          timeDomain={timeDomain}
          domain={domain}
          width={width}
          height={height}
          scale={scale}
          lines={props.lines}
          isGrid={onDraw !== null}
        >
          {props.truth != null && (
            <path className={styles.gap} d={gapPath(drawing, props.truth, plot.width, y)} />
          )}
          <path className={styles.drawn} d={drawingPath(drawing, plot.width, y)} />
          {props.children?.(plot, y)}
          {onDraw !== null && pen !== null && (
            <circle
              className={styles.pen}
              cx={((pen.part + 0.5) / drawing.length) * plot.width}
              cy={y(pen.value)}
              r={5}
            />
          )}
          {isEmpty && onDraw !== null && (
            <text className={styles.hint} x={plot.width / 2} y={plot.height / 2} textAnchor="middle">
              Draw here, from left to right
            </text>
          )}
        </PaperChart>
        {onDraw !== null &&
          handles.map((value, at) => {
            const timeS = timeDomain[0] + (at + 0.5) * partS;
            return (
              <div
                key={at}
                className={styles.handle}
                role="slider"
                tabIndex={at === focused ? 0 : -1}
                aria-label={formatQuantity(timeS, 's')}
                aria-orientation="vertical"
                aria-valuemin={domain[0]}
                aria-valuemax={domain[1]}
                aria-valuenow={value ?? domain[0]}
                aria-valuetext={value === null ? 'not drawn' : formatQuantity(value, props.unit)}
                data-drawn={value !== null || undefined}
                style={{
                  left: plot.left + ((at + 0.5) / HANDLES) * plot.width,
                  top: plot.top + y(value ?? domain[0]),
                }}
                onFocus={() => setFocused(at)}
                onKeyDown={(event) => onKeyDown(event, at)}
              />
            );
          })}
      </div>
    </>
  );
}
