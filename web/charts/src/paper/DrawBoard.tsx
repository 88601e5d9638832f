import { useRef, useState } from 'react';
import { formatPercent, formatQuantity } from '../format.ts';
import type { Unit } from '../format.ts';
import { useSize } from '../frame/useSize.ts';
import type { Size } from '../frame/useSize.ts';
import { DRAWING_PARTS, drawingPath, drawnShare, gapPath, partAt, widestGap, withStroke } from './drawing.ts';
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
}

/** An arrow key moves the pen by one of this many steps across, or of this many up. */
const KEY_STEPS_ACROSS = 40;
const KEY_STEPS_UP = 25;

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
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (onDraw === null) return;
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
    // End draws the rest of the line at this height.
    const isEnd = event.key === 'End';
    if (across === 0 && up === 0 && !isEnd) return;
    event.preventDefault();
    event.stopPropagation();
    const from = pen ?? { part: 0, value: drawing[0] ?? domain[0] };
    const far = event.shiftKey ? 4 : 1;
    const moved = from.part + across * far * Math.round(DRAWING_PARTS / KEY_STEPS_ACROSS);
    const part = isEnd ? DRAWING_PARTS - 1 : Math.min(DRAWING_PARTS - 1, Math.max(0, moved));
    const value = Math.min(domain[1], Math.max(domain[0], from.value + (up * far * top) / KEY_STEPS_UP));
    // Left and right continue the line at this height. Up and down lift the pen to another height.
    const next = { part, value };
    onDraw(withStroke(drawing, up === 0 ? from : next, next));
    setPen(next);
  };
  const atS =
    pen === null
      ? null
      : timeDomain[0] + ((pen.part + 0.5) / DRAWING_PARTS) * (timeDomain[1] - timeDomain[0]);

  return (
    <>
      <div
        ref={box}
        className={styles.board}
        role="application"
        aria-roledescription="drawing board"
        aria-label={props.label}
        tabIndex={onDraw === null ? -1 : 0}
        data-done={onDraw === null || undefined}
        onKeyDown={onKeyDown}
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
          label={props.label}
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
            <Gap drawing={drawing} truth={props.truth} y={y} width={plot.width} unit={props.unit} />
          )}
          <path className={styles.drawn} d={drawingPath(drawing, plot.width, y)} />
          {onDraw !== null && pen !== null && (
            <circle
              className={styles.pen}
              cx={((pen.part + 0.5) / DRAWING_PARTS) * plot.width}
              cy={y(pen.value)}
              r={5}
            />
          )}
          {isEmpty && onDraw !== null && (
            <text className={styles.hint} x={plot.width / 2} y={plot.height / 2} textAnchor="middle">
              Draw here
            </text>
          )}
        </PaperChart>
      </div>
      <span className="visually-hidden" aria-live="polite">
        {pen === null || atS === null || onDraw === null
          ? ''
          : `${formatQuantity(pen.value, props.unit)} at ${formatQuantity(atS, 's')}, ${formatPercent(drawnShare(drawing), 0)} of the width drawn`}
      </span>
    </>
  );
}

interface GapProps {
  drawing: Drawing;
  truth: readonly number[];
  width: number;
  y: (value: number) => number;
  unit: Unit;
}

/** The area between drawing and truth, and its widest gap. */
function Gap({ drawing, truth, width, y, unit }: GapProps) {
  const widest = widestGap(drawing, truth);
  if (widest === null) return null;
  const [drawn, real] = [drawing[widest] ?? 0, truth[widest] ?? 0];
  const x = ((widest + 0.5) / drawing.length) * width;
  const isRight = x > width / 2;
  return (
    <>
      <path className={styles.gap} d={gapPath(drawing, truth, width, y)} />
      <line className={styles.widest} x1={x} x2={x} y1={y(drawn)} y2={y(real)} />
      <text
        className={styles.apart}
        x={x + (isRight ? -7 : 7)}
        y={(y(drawn) + y(real)) / 2}
        dy="0.32em"
        textAnchor={isRight ? 'end' : 'start'}
      >
        furthest apart: {formatQuantity(Math.abs(drawn - real), unit)}
      </text>
    </>
  );
}
