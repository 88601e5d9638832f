import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { clockDecimals, formatFixed, formatNumber } from '../format.ts';
import { useSignals } from '../signal.ts';
import type { BandSpan, LaneData, MarkColumns, RowDefinition, Signal } from '../types.ts';
import { MarkStrip } from './MarkStrip.tsx';
import { RowView } from './RowView.tsx';
import { positionOf, timeAt } from './scales.ts';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

export interface LaneFrameProps {
  /** What a screen reader is told this picture shows. */
  label: string;
  lane: LaneData;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  marks: MarkColumns;
  /** The event picked in this lane. */
  pickedS: number | null;
  simulatedS: number;
  clock: Signal<number>;
  hover: Signal<number | null>;
  themeKey: string;
  onHover: (timeS: number | null) => void;
  onSeek: (timeS: number) => void;
  /** Closer (a factor below one) or wider about a moment. */
  onZoom: (factor: number, aboutS: number) => void;
  /** A stretch of time was marked. */
  onWindow: (fromS: number, toS: number) => void;
  /** A click on a mark, or near one. False: there is none within reach. */
  onPick: (timeS: number, withinS: number) => boolean;
}

/** How near a click must come to a mark, in pixels. */
const REACH = 5;

/** All rows of one lane over one time axis, with the clock, the cross-hair and the marks running through them. */
export function LaneFrame(props: LaneFrameProps) {
  const { lane, timeDomain, clock, hover } = props;
  const [overlay, size] = useSize<HTMLDivElement>();
  const clockLine = useRef<HTMLDivElement>(null);
  const hoverLine = useRef<HTMLDivElement>(null);
  const hoverTag = useRef<HTMLSpanElement>(null);
  const dragging = useRef(false);
  const marked = useRef<HTMLDivElement>(null);
  const markedFrom = useRef<number | null>(null);
  useWheelZoom(overlay, timeDomain, props.onZoom);
  const width = size?.width ?? 0;
  const durationS = timeDomain[1] - timeDomain[0];

  useSignals([clock], () => {
    const line = clockLine.current;
    if (!line) return;
    const x = positionOf(clock.get(), timeDomain, width);
    line.hidden = x < -0.5 || x > width + 0.5;
    line.style.transform = `translateX(${x}px)`;
  });
  useSignals([hover], () => {
    const line = hoverLine.current;
    const tag = hoverTag.current;
    const timeS = hover.get();
    if (!line || !tag) return;
    const x = positionOf(timeS ?? -Infinity, timeDomain, width);
    line.hidden = !(x >= 0 && x <= width);
    if (timeS === null || line.hidden) return;
    line.style.transform = `translateX(${x}px)`;
    tag.textContent = `${formatFixed(timeS, clockDecimals(durationS))} s`;
    tag.dataset.side = x > width / 2 ? 'left' : 'right';
  });

  const timeOf = (event: PointerEvent<HTMLDivElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    return timeAt(event.clientX - box.left, timeDomain, box.width);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    if (event.shiftKey) {
      markedFrom.current = timeOf(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      return;
    }
    const withinS = (REACH / Math.max(1, width)) * durationS;
    if (props.onPick(timeOf(event), withinS)) return;
    // A finger scrolls the page; only a mouse or a pen drags the clock from here.
    if (event.pointerType !== 'touch') {
      dragging.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    props.onSeek(timeOf(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType !== 'touch') props.onHover(timeOf(event));
    if (dragging.current) props.onSeek(timeOf(event));
    if (markedFrom.current !== null) showMarked(markedFrom.current, timeOf(event));
  };

  const showMarked = (fromS: number, toS: number): void => {
    const element = marked.current;
    if (!element) return;
    const [a, b] = [positionOf(fromS, timeDomain, width), positionOf(toS, timeDomain, width)];
    element.hidden = false;
    element.style.transform = `translateX(${Math.min(a, b)}px)`;
    element.style.width = `${Math.abs(b - a)}px`;
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>): void => {
    const fromS = markedFrom.current;
    markedFrom.current = null;
    if (marked.current) marked.current.hidden = true;
    if (fromS !== null && fromS !== timeOf(event)) props.onWindow(fromS, timeOf(event));
  };

  return (
    <div className={styles.frame} role="img" aria-label={props.label}>
      <MarkStrip
        lane={lane}
        marks={props.marks}
        timeDomain={timeDomain}
        clock={clock}
        themeKey={props.themeKey}
      />
      {props.rows.map((row, index) => (
        <RowView
          key={row.id}
          row={row}
          lane={lane}
          domain={props.domains[index] ?? [0, 1]}
          timeDomain={timeDomain}
          timeTicks={props.timeTicks}
          bands={props.bands}
          simulatedS={props.simulatedS}
          clock={clock}
          hover={hover}
          themeKey={props.themeKey}
        />
      ))}
      <TimeAxis timeDomain={timeDomain} ticks={props.timeTicks} width={width} />
      <div
        ref={overlay}
        className={styles.overlay}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onLostPointerCapture={() => {
          dragging.current = false;
        }}
        onPointerLeave={() => props.onHover(null)}
      >
        {props.pickedS !== null && props.pickedS >= timeDomain[0] && props.pickedS <= timeDomain[1] && (
          <div
            className={styles.pickedLine}
            style={{ transform: `translateX(${positionOf(props.pickedS, timeDomain, width)}px)` }}
          />
        )}
        <div ref={marked} className={styles.marked} hidden />
        <div ref={clockLine} className={styles.clockLine} />
        <div ref={hoverLine} className={styles.hoverLine} hidden>
          <span ref={hoverTag} className={styles.hoverTag} />
        </div>
      </div>
    </div>
  );
}

/** A wheel turn of this many pixels doubles or halves what is shown. */
const WHEEL_DOUBLING = 240;

/** Wheel with Ctrl or the command key, which is also what a pinch on a trackpad sends; plain scrolling stays the page's. */
function useWheelZoom(
  target: RefObject<HTMLDivElement | null>,
  timeDomain: readonly [number, number],
  onZoom: (factor: number, aboutS: number) => void,
): void {
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      onZoom(2 ** (event.deltaY / WHEEL_DOUBLING), timeAt(event.clientX - box.left, timeDomain, box.width));
    };
    // Not as a React property: those cannot keep the browser from zooming the whole page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [target, timeDomain, onZoom]);
}

/** A label this near the right end would stick out of the lane. */
const EDGE = 16;

function TimeAxis({
  timeDomain,
  ticks,
  width,
}: {
  timeDomain: readonly [number, number];
  ticks: readonly number[];
  width: number;
}) {
  return (
    <div className={styles.axis} aria-hidden="true">
      {width > 0 &&
        ticks.map((timeS, index) => (
          <span
            key={timeS}
            className={styles.timeTick}
            data-edge={positionOf(timeS, timeDomain, width) > width - EDGE ? 'end' : undefined}
            style={{ left: `${positionOf(timeS, timeDomain, width)}px` }}
          >
            {formatNumber(timeS, 4)}
            {index === ticks.length - 1 ? ' s' : ''}
          </span>
        ))}
    </div>
  );
}
