import { useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { formatNumber, scaleFor } from '../format.ts';
import { useSignals } from '../signal.ts';
import type { CursorSet, RowDefinition, Signal } from '../types.ts';
import { heightShare, positionOf, timeAt, valueAt } from './scales.ts';
import styles from './Cursors.module.css';

export interface CursorsProps {
  cursors: Signal<CursorSet | null>;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
  width: number;
  /** Only one lane shows the values of the levels. */
  hasValues: boolean;
  onMove: (change: Partial<Pick<CursorSet, 'timeS' | 'levels'>>) => void;
}

/** Height of a level's value. */
const VALUE_PX = 20;
/** Width of a time's tag. */
const TAG_PX = 24;

type Pair = readonly [number, number];

const swapped = (pair: Pair, at: 0 | 1, value: number): Pair =>
  at === 0 ? [value, pair[1]] : [pair[0], value];

/**
 * Two time lines over all rows and two levels over one row, moved with the pointer. For keyboards
 * and screen readers the panel above has the same numbers. Nothing renders while they move.
 */
export function Cursors(props: CursorsProps) {
  const { cursors, rows, domains, timeDomain, width } = props;
  const box = useRef<HTMLDivElement>(null);
  const span = useRef<HTMLDivElement>(null);
  const a = useRef<HTMLDivElement>(null);
  const b = useRef<HTMLDivElement>(null);
  const low = useRef<HTMLDivElement>(null);
  const high = useRef<HTMLDivElement>(null);

  /** The place of the row with the levels, and its scale. */
  const place = (row: string): { top: number; height: number; domain: Pair; isLog: boolean } | null => {
    const index = rows.findIndex(({ id }) => id === row);
    const domain = domains[index];
    const plot = box.current?.parentElement?.parentElement?.querySelector(`[data-plot="${CSS.escape(row)}"]`);
    if (domain === undefined || plot == null || box.current === null) return null;
    const [own, frame] = [plot.getBoundingClientRect(), box.current.getBoundingClientRect()];
    return { top: own.top - frame.top, height: own.height, domain, isLog: rows[index]?.isLog === true };
  };

  useSignals([cursors], () => {
    const set = cursors.get();
    if (box.current === null) return;
    box.current.hidden = set === null;
    if (set === null) return;
    const xs = set.timeS.map((timeS) => positionOf(timeS, timeDomain, width));
    const apart = (xs[1] ?? 0) - (xs[0] ?? 0);
    [a, b].forEach((line, at) => {
      const x = xs[at] ?? 0;
      if (line.current === null) return;
      line.current.hidden = x < -1 || x > width + 1;
      line.current.style.transform = `translateX(${x}px)`;
      // Two overlapping tags go to the outer sides of their lines.
      const isLeft = apart < 0 === (at === 1);
      line.current.dataset.tag = Math.abs(apart) >= TAG_PX ? 'centre' : isLeft ? 'left' : 'right';
    });
    const [left, right] = [Math.min(...xs), Math.max(...xs)].map((x) => Math.min(width, Math.max(0, x)));
    if (span.current !== null) {
      span.current.style.transform = `translateX(${left ?? 0}px)`;
      span.current.style.width = `${(right ?? 0) - (left ?? 0)}px`;
    }
    const row = set.levels === null ? null : place(set.row);
    const { factor } = scaleFor(row?.domain[1] ?? 1, rows.find(({ id }) => id === set.row)?.unit ?? '');
    const upper = set.levels === null ? 0 : Math.max(...set.levels);
    const tagTops: number[] = [];
    [low, high].forEach((line, at) => {
      const value = set.levels?.[at];
      if (line.current === null) return;
      const share = row === null || value === undefined ? NaN : heightShare(value, row.domain, row.isLog);
      line.current.hidden = !(share >= -0.01 && share <= 1.01);
      if (line.current.hidden || row === null || value === undefined) return;
      line.current.style.transform = `translateY(${row.top + row.height * (1 - share)}px)`;
      // Outside of the two levels, but within the plot; the row's own values are above the plot.
      const isAbove =
        row.height * (1 - share) > VALUE_PX && (value === upper || row.height * share < VALUE_PX);
      line.current.dataset.side = isAbove ? 'above' : 'below';
      // Two values that would overlap go to opposite ends.
      const tagTop = row.height * (1 - share) - (isAbove ? VALUE_PX : 0);
      const isClose = tagTops.some((top) => Math.abs(top - tagTop) < VALUE_PX);
      line.current.dataset.end = isClose ? 'left' : 'right';
      tagTops.push(tagTop);
      const tag = line.current.firstElementChild;
      if (tag !== null) tag.textContent = formatNumber(value / factor);
    });
  });

  const moveTime = (at: 0 | 1, event: PointerEvent<HTMLElement>): void => {
    const set = cursors.get();
    const frame = box.current?.getBoundingClientRect();
    if (set === null || frame === undefined) return;
    const timeS = timeAt(event.clientX - frame.left, timeDomain, frame.width);
    props.onMove({ timeS: swapped(set.timeS, at, timeS) });
  };
  const moveLevel = (at: 0 | 1, event: PointerEvent<HTMLElement>): void => {
    const set = cursors.get();
    const frame = box.current?.getBoundingClientRect();
    if (set?.levels == null || frame === undefined) return;
    const row = place(set.row);
    if (row === null) return;
    const share = 1 - (event.clientY - frame.top - row.top) / row.height;
    const value = valueAt(Math.min(1, Math.max(0, share)), row.domain, row.isLog);
    props.onMove({ levels: swapped(set.levels, at, value) });
  };

  return (
    <div ref={box} className={styles.cursors} data-cursors hidden>
      <div ref={span} className={styles.span} />
      <Line line={low} kind="level" name="level 1" onMove={(event) => moveLevel(0, event)}>
        {props.hasValues && <span className={styles.value} />}
      </Line>
      <Line line={high} kind="level" name="level 2" onMove={(event) => moveLevel(1, event)}>
        {props.hasValues && <span className={styles.value} />}
      </Line>
      <Line line={a} kind="time" name="A" onMove={(event) => moveTime(0, event)}>
        <span className={styles.tag}>A</span>
      </Line>
      <Line line={b} kind="time" name="B" onMove={(event) => moveTime(1, event)}>
        <span className={styles.tag}>B</span>
      </Line>
    </div>
  );
}

function Line({
  line,
  kind,
  name,
  onMove,
  children,
}: {
  line: RefObject<HTMLDivElement | null>;
  kind: 'time' | 'level';
  name: string;
  onMove: (event: PointerEvent<HTMLElement>) => void;
  children: React.ReactNode;
}) {
  const isHeld = useRef(false);
  return (
    <div
      ref={line}
      className={kind === 'time' ? styles.time : styles.level}
      data-cursor={name}
      onPointerDown={(event) => {
        // The press must not reach the chart beneath.
        event.stopPropagation();
        if (event.button !== 0) return;
        event.preventDefault();
        isHeld.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (isHeld.current) onMove(event);
      }}
      onPointerUp={(event) => event.stopPropagation()}
      onLostPointerCapture={() => {
        isHeld.current = false;
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </div>
  );
}
