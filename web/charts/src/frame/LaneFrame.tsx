import { useRef } from 'react';
import type { ComponentType } from 'react';
import { lastAtOrBefore } from '@ackscope/engine';
import { clockDecimals, formatFixed } from '../format.ts';
import { useSignals } from '../signal.ts';
import type { BandSpan, CursorSet, LaneData, LeftOut, MarkColumns, RowDefinition, Signal } from '../types.ts';
import type { CursorsProps } from './Cursors.tsx';
import { MarkStrip } from './MarkStrip.tsx';
import { RowView } from './RowView.tsx';
import { positionOf } from './scales.ts';
import { TimeAxis } from './TimeAxis.tsx';
import { useGestures } from './useGestures.ts';
import type { GestureActions } from './useGestures.ts';
import { useSize } from './useSize.ts';
import styles from './LaneFrame.module.css';

export interface LaneFrameProps extends GestureActions {
  /** What this picture shows, for a screen reader. */
  label: string;
  /** One lane, or several drawn over each other. */
  lanes: readonly LaneData[];
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
  timeTicks: readonly number[];
  bands: readonly BandSpan[];
  marks: readonly MarkColumns[];
  /** From when on marks are missing, if they are. */
  leftOut: LeftOut | null;
  /** The event picked in this lane. */
  pickedS: number | null;
  clock: Signal<number>;
  hover: Signal<number | null>;
  themeKey: string;
  /**
   * `page`: alone in a text, with its scale and names inside. `screen`: one of several side by
   * side, which share the scale and the names of the first.
   */
  form?: 'page' | 'screen';
  isFirst?: boolean;
  /** The number of the lane among those side by side, from 0. */
  place?: number;
  /** Nothing after the clock is drawn. */
  hidesFuture?: boolean;
  /** The event at time zero: times are relative to it, and there is no future. */
  origin?: string;
  /** The cursors, if the page offers them; their part, once there are any. */
  cursors?: Signal<CursorSet | null>;
  Cursors?: ComponentType<CursorsProps> | undefined;
  onCursors?: (change: Partial<Pick<CursorSet, 'timeS' | 'levels'>>) => void;
}

/** Right of the row's name stands its value at the clock. */
const VALUE_PX = 72;

const PHASE_NAMES = ['', ' · slow start', ' · congestion avoidance', ' · recovery'];

/** All rows over one time axis, with the clock, the cross-hair and the marks. */
export function LaneFrame(props: LaneFrameProps) {
  const { lanes, timeDomain, clock, hover, form = 'page', hidesFuture = false, Cursors } = props;
  const [overlay, size] = useSize<HTMLDivElement>();
  const clockLine = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const hoverLine = useRef<HTMLDivElement>(null);
  const hoverTag = useRef<HTMLSpanElement>(null);
  const width = size?.width ?? 0;
  const durationS = timeDomain[1] - timeDomain[0];
  const only = lanes.length === 1 ? lanes[0] : undefined;

  useSignals([clock], () => {
    const line = clockLine.current;
    if (!line) return;
    const x = positionOf(clock.get(), timeDomain, width);
    line.hidden = x < -0.5 || x > width + 0.5;
    line.style.transform = `translateX(${x}px)`;
    if (veil.current) veil.current.style.clipPath = `inset(0 0 0 ${Math.min(width, Math.max(0, x))}px)`;
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
    tag.textContent = `${formatFixed(timeS, momentDecimals(durationS))} s${phaseAt(only, timeS)}`;
    tag.dataset.side = x > width * 0.7 ? 'left' : x < width * 0.3 ? 'right' : 'middle';
  });
  const gestures = useGestures(overlay, {
    ...props,
    width,
    isScreen: form === 'screen',
  });

  const left = props.leftOut;
  const leftPx = Math.min(width - 12, Math.max(0, positionOf(left?.fromS ?? 0, timeDomain, width)));
  return (
    <div
      className={styles.frame}
      role="img"
      aria-label={props.label}
      data-shared={lanes.length > 3 ? 'many' : lanes.length > 1 ? 'few' : undefined}
      data-form={form}
      data-picked={props.pickedS != null || undefined}
      style={{ '--name-letters': Math.max(...lanes.map(({ name }) => name.length)) } as React.CSSProperties}
    >
      {props.rows.map((row, index) => (
        <RowView
          key={row.id}
          row={row}
          lanes={lanes}
          domain={props.domains[index] ?? [0, 1]}
          timeDomain={timeDomain}
          timeTicks={props.timeTicks}
          bands={props.bands}
          clock={clock}
          hover={hover}
          themeKey={props.themeKey}
          hidesFuture={hidesFuture}
          hasFuture={props.origin === undefined}
          hasScale={form === 'page' || props.isFirst === true}
          hasName={form === 'page' || props.isFirst === true}
          meaning={row.meanings?.[(props.place ?? 0) - 1]}
          hasLineNames={form === 'page'}
        >
          {index === 0 && (
            <MarkStrip
              lanes={lanes}
              marks={props.marks}
              timeDomain={timeDomain}
              clock={clock}
              themeKey={props.themeKey}
              hidesFuture={hidesFuture}
            />
          )}
        </RowView>
      ))}
      <TimeAxis
        timeDomain={timeDomain}
        ticks={props.timeTicks}
        width={width}
        scale={size?.scale ?? 1}
        origin={props.origin}
        onPan={props.onPan}
      />
      <div ref={overlay} className={styles.overlay} {...gestures}>
        {left !== null && left.fromS < timeDomain[1] && (
          <span
            className={styles.leftOut}
            style={{ left: `${leftPx}px` }}
            title={`From here on events are counted, not stored: ${left.count} more. Zoom in to see them.`}
          >
            {/* Beside the values of several lanes there is no room for words. */}
            {only === undefined || leftPx > width - VALUE_PX
              ? ''
              : leftPx < width * 0.6
                ? 'marks end, zoom in for more'
                : '…'}
          </span>
        )}
        {props.pickedS !== null && props.pickedS >= timeDomain[0] && props.pickedS <= timeDomain[1] && (
          <div
            className={styles.pickedLine}
            style={{ transform: `translateX(${positionOf(props.pickedS, timeDomain, width)}px)` }}
          />
        )}
        {hidesFuture && <div ref={veil} className={styles.veil} data-veil />}
        <div ref={clockLine} className={styles.clockLine} />
        {Cursors !== undefined &&
          props.cursors !== undefined &&
          props.onCursors !== undefined &&
          width > 0 && (
            <Cursors
              cursors={props.cursors}
              rows={props.rows}
              domains={props.domains}
              timeDomain={timeDomain}
              width={width}
              hasValues={form === 'page' || props.isFirst === true}
              onMove={props.onCursors}
            />
          )}
        <div ref={hoverLine} className={styles.hoverLine} hidden>
          <span ref={hoverTag} className={styles.hoverTag} />
        </div>
      </div>
    </div>
  );
}

/** Enough decimals to distinguish neighbouring pixels. */
function momentDecimals(spanS: number): number {
  return Math.max(clockDecimals(spanS), Math.min(9, Math.ceil(-Math.log10(spanS)) + 3));
}

function phaseAt(lane: LaneData | undefined, timeS: number): string {
  if (lane === undefined) return '';
  const { phases } = lane;
  return PHASE_NAMES[phases.phase[lastAtOrBefore(phases.timeS, phases.count, timeS)] ?? 0] ?? '';
}
