import { useRef } from 'react';
import type { PointerEvent } from 'react';
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
  const width = size?.width ?? 0;
  const durationS = timeDomain[1] - timeDomain[0];

  useSignals([clock], () => {
    const line = clockLine.current;
    if (line) line.style.transform = `translateX(${positionOf(clock.get(), timeDomain, width)}px)`;
  });
  useSignals([hover], () => {
    const line = hoverLine.current;
    const tag = hoverTag.current;
    const timeS = hover.get();
    if (!line || !tag) return;
    line.hidden = timeS === null;
    if (timeS === null) return;
    const x = positionOf(timeS, timeDomain, width);
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
        onLostPointerCapture={() => {
          dragging.current = false;
        }}
        onPointerLeave={() => props.onHover(null)}
      >
        {props.pickedS !== null && (
          <div
            className={styles.pickedLine}
            style={{ transform: `translateX(${positionOf(props.pickedS, timeDomain, width)}px)` }}
          />
        )}
        <div ref={clockLine} className={styles.clockLine} />
        <div ref={hoverLine} className={styles.hoverLine} hidden>
          <span ref={hoverTag} className={styles.hoverTag} />
        </div>
      </div>
    </div>
  );
}

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
            data-edge={index === ticks.length - 1 ? 'end' : undefined}
            style={{ left: `${positionOf(timeS, timeDomain, width)}px` }}
          >
            {formatNumber(timeS, 4)}
            {index === ticks.length - 1 ? ' s' : ''}
          </span>
        ))}
    </div>
  );
}
