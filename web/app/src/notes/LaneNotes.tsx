import { useLayoutEffect, useRef, useState } from 'react';
import { columnsInk, heightShare, positionOf } from '@ackscope/charts';
import type { LaneData, RowDefinition } from '@ackscope/charts';
import { useLabState } from '../lab/context.ts';
import type { Note } from './cell.ts';
import { leaderFrom, placeNear } from './place.ts';
import type { Box, Ink } from './place.ts';
import styles from './Notes.module.css';

interface LaneNotesProps {
  notes: readonly Note[];
  lane: LaneData;
  rows: readonly RowDefinition[];
  domains: readonly (readonly [number, number])[];
  timeDomain: readonly [number, number];
}

interface Placed {
  note: Note;
  box: Box;
  anchor: { x: number; y: number };
}

/** The marks of evidence over a lane's curves. A text that has no free place is left out. */
export function LaneNotes(props: LaneNotesProps) {
  const { notes, lane, rows, domains, timeDomain } = props;
  const root = useRef<HTMLDivElement>(null);
  const [placed, setPlaced] = useState<readonly Placed[]>([]);
  const timeS = useLabState((state) => state.clock.timeS);
  useLayoutEffect(() => {
    const element = root.current;
    const curves = element?.parentElement;
    if (element === null || curves == null) return undefined;
    const place = (): void =>
      setPlaced(placeAll(element, curves, { notes, lane, rows, domains, timeDomain }, timeS));
    const observer = new ResizeObserver(place);
    observer.observe(curves);
    place();
    return () => observer.disconnect();
  }, [notes, lane, rows, domains, timeDomain, timeS]);
  return (
    <div ref={root} className={styles.notes} data-part="evidence">
      <svg className={styles.leaders} aria-hidden="true">
        {placed.map(({ box, anchor }, at) => {
          const from = leaderFrom(box, anchor);
          return (
            <g key={at}>
              <line x1={from.x} y1={from.y} x2={anchor.x} y2={anchor.y} />
              <circle cx={anchor.x} cy={anchor.y} r={4} />
            </g>
          );
        })}
      </svg>
      {placed.map(({ note, box }, at) => (
        <p
          key={at}
          data-note={note.row}
          style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        >
          {note.text}
        </p>
      ))}
      <p className={styles.measure} aria-hidden="true" />
    </div>
  );
}

/** A text is at most this wide. */
const WIDEST = 190;
/** The first rows of pixels belong to the marks of losses. */
const STRIP = 14;

function placeAll(
  element: HTMLElement,
  curves: HTMLElement,
  { notes, lane, rows, domains, timeDomain }: LaneNotesProps,
  clockS: number,
): Placed[] {
  const origin = element.getBoundingClientRect();
  const measure = element.querySelector<HTMLElement>(`.${styles.measure ?? ''}`);
  const taken: Box[] = [];
  return notes.flatMap((note) => {
    const at = rows.findIndex(({ id }) => id === note.row);
    const plot = curves.querySelector<HTMLElement>(`[data-plot="${note.row}"]`)?.getBoundingClientRect();
    const [row, domain] = [rows[at], domains[at]];
    if (plot === undefined || row === undefined || domain === undefined || measure === null) return [];
    const [left, top] = [plot.left - origin.left, plot.top - origin.top];
    const share = Math.min(1, Math.max(0, heightShare(note.value, domain, row.isLog === true)));
    const anchor = {
      x: left + positionOf(note.timeS, timeDomain, plot.width),
      y: top + plot.height * (1 - share),
    };
    if (!Number.isFinite(anchor.x + anchor.y) || anchor.x < left || anchor.x > left + plot.width) return [];
    measure.textContent = note.text;
    measure.style.maxWidth = `${String(Math.min(WIDEST, plot.width - 12))}px`;
    const text = measure.getBoundingClientRect();
    const size = { width: Math.ceil(text.width) + 1, height: Math.ceil(text.height) };
    const inks = (hasAreas: boolean): Ink[] =>
      columnsInk(row, lane, timeDomain, domain, plot, hasAreas).map(({ x, top: high, bottom }) => ({
        x: left + x,
        top: top + high,
        bottom: top + bottom,
      }));
    const limit = row.reference(lane)?.value ?? Infinity;
    const limitY = top + plot.height * (1 - heightShare(limit, domain, row.isLog === true));
    const line = { left, top: limitY - 1, width: plot.width, height: 2 };
    const clockX = left + positionOf(clockS, timeDomain, plot.width);
    const room = { left: left + 4, top: top + STRIP, width: plot.width - 8, height: plot.height - STRIP - 4 };
    const clock = { left: clockX - 6, top, width: 12, height: plot.height };
    const others = [...taken, clock, ...(limit <= domain[1] ? [line] : [])];
    // Beside the traces; else over the tint below a curve, never over the curve.
    const box =
      placeNear(anchor, size, room, inks(true), others) ?? placeNear(anchor, size, room, inks(false), others);
    measure.textContent = '';
    if (box === null) return [];
    taken.push(box);
    return [{ note, box, anchor }];
  });
}
